import { findSurveyAnswer } from '../../config/survey-profile.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { jobs } from '../../person/form/registration-select.tsx'

const plain = (text: string): string => text.replaceAll(' ', '').toLowerCase()

/** The answer that names no organisation. */
const otherOrganisation = 'Other'

/** Converts job and organisation from the survey profile to the registration values of other countries. */
export const registrationWork = (answers: SurveyAnswers): { job: string; partner: string } => {
  const job = findSurveyAnswer('job', answers.job ?? '')?.en ?? ''
  const where = findSurveyAnswer('where', answers.where ?? '')?.en ?? ''
  return {
    job: jobs.find((value) => plain(value) === plain(job)) ?? '',
    partner: where === otherOrganisation ? '' : where,
  }
}
