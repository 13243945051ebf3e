import * as v from 'valibot'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { atMost, fieldText, requiredText } from '../../ui/form/checks.ts'

const ownWords = v.pipe(fieldText, atMost(500))

/** The fields of the survey profile in a form (specification §3): fixed answers by their ids, and own words. */
export const surveyProfileEntries = {
  age: requiredText,
  ageOwn: ownWords,
  job: requiredText,
  jobOwn: ownWords,
  where: requiredText,
  language: requiredText,
}

type Values = v.InferOutput<v.ObjectSchema<typeof surveyProfileEntries, undefined>>

/** What was filled in, as the loyalty provider's client takes it; own words that were left empty are not sent. */
export const surveyProfileAnswersOf = (values: Values): SurveyAnswers => {
  const { age, ageOwn, job, jobOwn, where, language } = values
  return {
    age,
    job,
    where,
    language,
    ownWords: { ...(ageOwn && { age: ageOwn }), ...(jobOwn && { job: jobOwn }) },
  }
}
