import { expect, test } from 'vitest'
import { surveyQuestions } from '../../config/survey-profile.ts'
import { jobs } from '../../person/form/registration-select.tsx'
import { registrationWork } from './registration-work.ts'

test('maps every job of the survey profile to one of the other countries’ jobs', () => {
  const found = surveyQuestions.job.answers.map(({ es }) => registrationWork({ job: es }).job)
  expect(found).toEqual(jobs)
})

test('uses the organisation as the partner, unless it is not on the list', () => {
  expect(registrationWork({ where: 'street soccer usa' }).partner).toBe('Street Soccer USA')
  expect(registrationWork({ where: 'Otra' }).partner).toBe('')
  expect(registrationWork({ where: 'unheard of' })).toEqual({ job: '', partner: '' })
})
