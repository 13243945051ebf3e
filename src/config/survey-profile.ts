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
const createAnswer = (number: number, en: string, es: string): SurveyAnswer => ({
  ...createIds(number),
  en,
  es,
})
const createUntranslatedAnswer = (number: number, name: string) => createAnswer(number, name, name)

/**
 * The questions of the loyalty profile with their fixed answers (specification §3). The specification defines
 * no ids, so we have chosen them. Never change the number of an answer, even if its text or position changes.
 */
export const surveyQuestions = {
  age: {
    answers: [
      createAnswer(101, 'Under 18', 'Menos de 18'),
      createUntranslatedAnswer(102, '18-24'),
      createUntranslatedAnswer(103, '25-34'),
      createUntranslatedAnswer(104, '35+'),
      createAnswer(105, 'Prefer not to say', 'Prefiero no decirlo'),
    ],
    open: createIds(199),
  },
  job: {
    answers: [
      createAnswer(201, 'Coach', 'Entrenador/a'),
      createAnswer(202, 'School Teacher', 'Docente'),
      createAnswer(203, 'Community Leader', 'Líder comunitario/a'),
      createAnswer(204, 'Youth Leader', 'Líder juvenil'),
      createAnswer(205, 'Volunteer', 'Voluntario/a'),
      createAnswer(206, 'Other', 'Otro'),
    ],
    open: createIds(299),
  },
  where: {
    answers: [
      createUntranslatedAnswer(301, 'Beyond Sport'),
      createUntranslatedAnswer(302, 'Dancing Grounds'),
      createUntranslatedAnswer(303, 'Generation Spirit'),
      createUntranslatedAnswer(304, 'L.E.A.D. Center for Youth'),
      createUntranslatedAnswer(305, 'Play Equity Fund / LA84 Foundation'),
      createUntranslatedAnswer(306, 'Street Soccer USA'),
      createUntranslatedAnswer(307, 'Coaches Across Continents'),
      createUntranslatedAnswer(308, 'Positive Coaching Alliance'),
      createUntranslatedAnswer(309, 'Shooting Touch'),
      createAnswer(310, 'Other', 'Otra'),
    ],
  },
  language: { answers: [createUntranslatedAnswer(401, 'en'), createUntranslatedAnswer(402, 'es')] },
} as const satisfies Record<string, SurveyQuestion>

export type SurveyQuestionName = keyof typeof surveyQuestions
export const surveyQuestionNames = ['age', 'job', 'where', 'language'] as const satisfies SurveyQuestionName[]

/** Every `answerId` that the loyalty provider accepts, by `questionAnswerId`. */
export const surveyAnswerIds: ReadonlyMap<string, string> = new Map(
  Object.values(surveyQuestions).flatMap(({ answers, open }: SurveyQuestion) => {
    const ids = open ? [...answers, open] : answers
    return ids.map(({ answerId, questionAnswerId }) => [questionAnswerId, answerId] as const)
  }),
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
