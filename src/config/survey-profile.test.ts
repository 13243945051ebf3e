import { expect, test } from 'vitest'
import { findSurveyAnswer, surveyAnswerIds, surveyQuestions } from './survey-profile.ts'

const english = (question: keyof typeof surveyQuestions) =>
  surveyQuestions[question].answers.map(({ en }) => en)

test('the fixed answers match specification §3, in order', () => {
  expect(english('age')).toEqual(['Under 18', '18-24', '25-34', '35+', 'Prefer not to say'])
  expect(english('job')).toEqual([
    'Coach',
    'School Teacher',
    'Community Leader',
    'Youth Leader',
    'Volunteer',
    'Other',
  ])
  expect(english('where')).toEqual([
    'Beyond Sport',
    'Dancing Grounds',
    'Generation Spirit',
    'L.E.A.D. Center for Youth',
    'Play Equity Fund / LA84 Foundation',
    'Street Soccer USA',
    'Coaches Across Continents',
    'Positive Coaching Alliance',
    'Shooting Touch',
    'Other',
  ])
  expect(english('language')).toEqual(['en', 'es'])
})

test('each id is used once, and only age and job allow free text', () => {
  expect(surveyAnswerIds.size).toBe(5 + 6 + 10 + 2 + 2)
  expect(new Set(surveyAnswerIds.values()).size).toBe(surveyAnswerIds.size)
  expect(
    Object.entries(surveyQuestions).flatMap(([name, question]) => ('open' in question ? [name] : [])),
  ).toEqual(['age', 'job'])
})

test.each([
  ['age', 'under 18', 'Under 18'],
  ['age', ' MENOS DE 18 ', 'Under 18'],
  ['job', 'docente', 'School Teacher'],
  ['job', 'LÍDER COMUNITARIO/A', 'Community Leader'],
  ['where', 'l.e.a.d. center for youth', 'L.E.A.D. Center for Youth'],
  ['where', 'Otra', 'Other'],
  ['language', 'ES', 'es'],
  ['job', 'Goalkeeper', undefined],
  ['job', '', undefined],
  ['age', 'Coach', undefined],
] as const)('%s: the words %j mean %s', (question, words, meaning) => {
  expect(findSurveyAnswer(question, words)?.en).toBe(meaning)
})
