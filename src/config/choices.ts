/** What a coach can choose in the profile. The ids are stored by others: they never change. */
export const choices = {
  /** at the extended profile: what the coach wants to learn, and how */
  learning: {
    interests: ['bodyConfidence', 'inclusion', 'leadership', 'wellbeing', 'gamesAndDrills', 'families'],
    preferences: ['shortSessions', 'withOthers'],
  },
  /** at the marketing profile: what the coach wants to hear of, and how */
  news: {
    interests: ['newCourses', 'events', 'stories', 'research'],
    preferences: ['email', 'textMessage'],
  },
} as const

export type ChoiceKind = keyof typeof choices
