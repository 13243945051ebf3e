import { findSurveyAnswer } from '../../config/survey-profile.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { jobs } from '../../person/form/registration-options.ts'

const plain = (words: string): string => words.replaceAll(' ', '').toLowerCase()

/** The words that say nothing about which organisation it is. */
const otherOrganisation = 'Other'

/** What the survey profile says about job and organisation, in the values that other countries are asked for. */
export const workOf = (answers: SurveyAnswers): { job: string; partner: string } => {
  const job = findSurveyAnswer('job', answers.job ?? '')?.en ?? ''
  const where = findSurveyAnswer('where', answers.where ?? '')?.en ?? ''
  return {
    job: jobs.find((value) => plain(value) === plain(job)) ?? '',
    partner: where === otherOrganisation ? '' : where,
  }
}
