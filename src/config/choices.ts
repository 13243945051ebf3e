/** The choices in a coach's profile. Other services store the ids, so they never change. */
export const choices = {
  /** At the extended profile: what the coach wants to learn, and how. */
  learning: {
    interests: ['bodyConfidence', 'inclusion', 'leadership', 'wellbeing', 'gamesAndDrills', 'families'],
    preferences: ['shortSessions', 'withOthers'],
  },
  /** At the marketing profile: the news that the coach wants, and how. */
  news: {
    interests: ['newCourses', 'events', 'stories', 'research'],
    preferences: ['email', 'textMessage'],
  },
} as const

export type ChoiceKind = keyof typeof choices
