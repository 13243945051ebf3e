import * as v from 'valibot'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'

const longest = 500
const chosen = v.pipe(v.string(), v.trim(), v.nonEmpty('empty'))
const ownWords = v.pipe(v.string(), v.trim(), v.maxLength(longest, 'long'))

/** The fields of the survey profile in a form (specification §3): fixed answers by their words, and own words. */
export const surveyProfileEntries = {
  age: chosen,
  ageOwn: ownWords,
  job: chosen,
  jobOwn: ownWords,
  where: chosen,
  language: chosen,
}

type Values = v.InferOutput<v.ObjectSchema<typeof surveyProfileEntries, undefined>>

/** What was filled in, as the loyalty provider's client takes it; own words that were left empty are not told. */
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
