import type { SourceLanguage } from './loyalty.ts'

/** A fixed answer: its two ids at the loyalty provider, and its text in each language. */
export type SurveyAnswer = { answerId: string; questionAnswerId: string } & Record<SourceLanguage, string>

export type SurveyQuestion = {
  answers: readonly SurveyAnswer[]
  /** The ids for a free answer, if the question accepts one. */
  open?: { answerId: string; questionAnswerId: string }
}

/** Creates the two ids of an answer at the loyalty provider from its number. */
const createIds = (number: number) => ({
  answerId: `${5_100_000 + number}`,
  questionAnswerId: `${6_100_000 + number}`,
})
const answer = (number: number, en: string, es: string): SurveyAnswer => ({ ...createIds(number), en, es })
const answerInBothLanguages = (number: number, name: string) => answer(number, name, name)

/**
 * The questions of the loyalty profile with their fixed answers (specification §3). The specification defines
 * no ids, so we have chosen them. Never change the number of an answer, even if its text or position changes.
 */
export const surveyQuestions = {
  age: {
    answers: [
      answer(101, 'Under 18', 'Menos de 18'),
      answerInBothLanguages(102, '18-24'),
      answerInBothLanguages(103, '25-34'),
      answerInBothLanguages(104, '35+'),
      answer(105, 'Prefer not to say', 'Prefiero no decirlo'),
    ],
    open: createIds(199),
  },
  job: {
    answers: [
      answer(201, 'Coach', 'Entrenador/a'),
      answer(202, 'School Teacher', 'Docente'),
      answer(203, 'Community Leader', 'Líder comunitario/a'),
      answer(204, 'Youth Leader', 'Líder juvenil'),
      answer(205, 'Volunteer', 'Voluntario/a'),
      answer(206, 'Other', 'Otro'),
    ],
    open: createIds(299),
  },
  where: {
    answers: [
      answerInBothLanguages(301, 'Beyond Sport'),
      answerInBothLanguages(302, 'Dancing Grounds'),
      answerInBothLanguages(303, 'Generation Spirit'),
      answerInBothLanguages(304, 'L.E.A.D. Center for Youth'),
      answerInBothLanguages(305, 'Play Equity Fund / LA84 Foundation'),
      answerInBothLanguages(306, 'Street Soccer USA'),
      answerInBothLanguages(307, 'Coaches Across Continents'),
      answerInBothLanguages(308, 'Positive Coaching Alliance'),
      answerInBothLanguages(309, 'Shooting Touch'),
      answer(310, 'Other', 'Otra'),
    ],
  },
  language: { answers: [answerInBothLanguages(401, 'en'), answerInBothLanguages(402, 'es')] },
} as const satisfies Record<string, SurveyQuestion>

export type SurveyQuestionName = keyof typeof surveyQuestions
export const surveyQuestionNames = ['age', 'job', 'where', 'language'] as const satisfies SurveyQuestionName[]

/** Every `answerId` that the loyalty provider accepts, by `questionAnswerId`. */
export const surveyAnswerIds: ReadonlyMap<string, string> = new Map(
  Object.values(surveyQuestions).flatMap((question: SurveyQuestion) =>
    [...question.answers, ...(question.open ? [question.open] : [])].map(
      ({ answerId, questionAnswerId }) => [questionAnswerId, answerId] as const,
    ),
  ),
)

/**
 * Finds the fixed answer with this `questionAnswerId`, or with this text in either language, in any letter
 * case. Returns undefined for an unknown answer, which callers skip (specification §5).
 */
export const findSurveyAnswer = (
  question: SurveyQuestionName,
  idOrText: string,
): SurveyAnswer | undefined => {
  const normalized = idOrText.trim().toLowerCase()
  const { answers }: SurveyQuestion = surveyQuestions[question]
  return answers.find(
    ({ questionAnswerId, en, es }) =>
      questionAnswerId === normalized || [en, es].some((text) => text.toLowerCase() === normalized),
  )
}
