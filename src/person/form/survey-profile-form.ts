import * as v from 'valibot'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { atMost, fieldText, requiredText } from '../../ui/form/checks.ts'

const ownWords = v.pipe(fieldText, atMost(500))

/** The form fields of the survey profile (specification §3): ids of fixed answers, and free answers. */
export const surveyProfileEntries = {
  age: requiredText,
  ageOwn: ownWords,
  job: requiredText,
  jobOwn: ownWords,
  where: requiredText,
  language: requiredText,
}

type Values = v.InferOutput<v.ObjectSchema<typeof surveyProfileEntries, undefined>>

/** The form's values as the loyalty provider's client expects them, without empty free answers. */
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
