import * as v from 'valibot'
import { expect, test } from 'vitest'
import { surveyAnswerIds, surveyQuestionNames, surveyQuestions } from '../../config/survey-profile.ts'
import { surveyProfileResponse } from './loyalty-schemas.ts'
import { toSurveyAnswers, toSurveyResponses } from './survey-responses.ts'

test('maps answers in either language and any letter case to the same ids', () => {
  const english = toSurveyResponses({ age: 'UNDER 18', job: 'coach' })
  const spanish = toSurveyResponses({ age: 'menos de 18', job: 'ENTRENADOR/A' })
  expect(english).toHaveLength(2)
  expect(spanish).toEqual(english)
})

test('skips unknown words, and words of another question', () => {
  expect(toSurveyResponses({ age: 'ancient', where: 'Coach', job: '' })).toEqual([])
})

test('stores free text beside the fixed answer of a question that accepts it', () => {
  const responses = toSurveyResponses({
    job: 'Other',
    where: 'Other',
    ownWords: { job: ' I drive the bus ', where: 'not asked for' },
  })
  expect(responses.map(({ SurveyTextResponse }) => SurveyTextResponse)).toEqual(['', 'I drive the bus', ''])
})

test.each(surveyQuestionNames)(
  'the provider accepts every fixed answer to "%s", and it is read back',
  (name) => {
    for (const answer of surveyQuestions[name].answers) {
      const [response] = toSurveyResponses({ [name]: answer.es })
      v.parse(surveyProfileResponse, response)
      expect(surveyAnswerIds.get(response!.SurveyQuestionAnswerID)).toBe(response!.AnswerID)
      expect(toSurveyAnswers([response!])[name]).toBe(answer.questionAnswerId)
      expect(toSurveyResponses({ [name]: answer.questionAnswerId })).toEqual([response])
    }
  },
)

test('returns stored answers by their ids, and leaves out unknown ids', () => {
  const stored = toSurveyResponses({ age: 'under 18', ownWords: { age: 'almost 18' } })
  const strange = { AnswerID: '1', SurveyQuestionAnswerID: '2', SurveyTextResponse: 'x' }
  expect(toSurveyAnswers([...stored, strange])).toEqual({
    age: '6100101',
    ownWords: { age: 'almost 18' },
  })
})

test('stores removed free text as empty', () => {
  const cleared = toSurveyResponses({ ownWords: { age: ' ' } })
  expect(cleared.map(({ SurveyTextResponse }) => SurveyTextResponse)).toEqual([''])
  expect(toSurveyAnswers(cleared)).toEqual({})
})
