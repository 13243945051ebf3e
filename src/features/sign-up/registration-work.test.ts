import { expect, test } from 'vitest'
import { surveyQuestions } from '../../config/survey-profile.ts'
import { jobs } from '../../person/form/registration-options.ts'
import { registrationWork } from './registration-work.ts'

test('every job of the survey profile is one of the jobs that other countries choose from', () => {
  const found = surveyQuestions.job.answers.map(({ es }) => registrationWork({ job: es }).job)
  expect(found).toEqual(jobs)
})

test('the organisation is the partner, unless it is none of the list', () => {
  expect(registrationWork({ where: 'street soccer usa' }).partner).toBe('Street Soccer USA')
  expect(registrationWork({ where: 'Otra' }).partner).toBe('')
  expect(registrationWork({ where: 'unheard of' })).toEqual({ job: '', partner: '' })
})
