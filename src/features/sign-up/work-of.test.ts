import { expect, test } from 'vitest'
import { surveyQuestions } from '../../config/survey-profile.ts'
import { jobs } from '../../person/form/registration-options.ts'
import { workOf } from './work-of.ts'

test('every job of the survey profile is one of the jobs that other countries choose from', () => {
  const found = surveyQuestions.job.answers.map(({ es }) => workOf({ job: es }).job)
  expect(found).toEqual(jobs)
})

test('the organisation is the partner, unless it is none of the list', () => {
  expect(workOf({ where: 'street soccer usa' }).partner).toBe('Street Soccer USA')
  expect(workOf({ where: 'Otra' }).partner).toBe('')
  expect(workOf({ where: 'unheard of' })).toEqual({ job: '', partner: '' })
})
