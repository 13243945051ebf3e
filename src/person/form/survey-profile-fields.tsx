import * as v from 'valibot'
import type { SourceLanguage } from '../../config/loyalty.ts'
import { findSurveyAnswer, surveyQuestions, type SurveyQuestionName } from '../../config/survey-profile.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { atMost, fieldText, requiredText } from '../../ui/form/field-schemas.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

/** In characters. */
const maxFreeAnswerLength = 500
const freeAnswer = v.pipe(fieldText, atMost(maxFreeAnswerLength))

/** The form fields of the survey profile (specification §3): ids of fixed answers, and free answers. */
export const surveyProfileEntries = {
  age: requiredText,
  ageOwn: freeAnswer,
  job: requiredText,
  jobOwn: freeAnswer,
  where: requiredText,
  language: requiredText,
}

type SurveyProfileValues = v.InferOutput<v.ObjectSchema<typeof surveyProfileEntries, undefined>>

/** Converts the form's values for the loyalty provider, without empty free answers. */
export const toSurveyProfileAnswers = (values: SurveyProfileValues): SurveyAnswers => {
  const { age, ageOwn, job, jobOwn, where, language } = values
  return {
    age,
    job,
    where,
    language,
    ownWords: { ...(ageOwn && { age: ageOwn }), ...(jobOwn && { job: jobOwn }) },
  }
}

/**
 * The questions of the loyalty profile: fixed answers in English or Spanish, and free answers for two of
 * them. `answers` are the earlier answers.
 */
export const SurveyProfileFields = ({ answers }: { answers?: SurveyAnswers }) => {
  const t = useTranslate()
  const locale = useLocale()
  const language: SourceLanguage = locale.language === 'es' ? 'es' : 'en'
  /** Returns the label of an answer. Answers to "language" are codes, which the browser can name. */
  const getLabel = (name: SurveyQuestionName, answer: string): string => {
    if (name !== 'language') return answer
    return new Intl.DisplayNames(answer, { type: 'language' }).of(answer) ?? answer
  }
  /** Without an earlier answer, the language of the page is the default for "language". */
  const getDefaultAnswerId = (name: SurveyQuestionName): string | undefined => {
    const defaultAnswer = name === 'language' ? language : ''
    return findSurveyAnswer(name, answers?.[name] ?? defaultAnswer)?.questionAnswerId
  }
  const renderSelect = (name: SurveyQuestionName) => (
    <SelectField
      label={t(`surveyProfile.${name}`)}
      name={name}
      options={[
        { value: '', label: t('common.optionsSelectOne') },
        ...surveyQuestions[name].answers.map((answer) => ({
          value: answer.questionAnswerId,
          label: getLabel(name, answer[language]),
        })),
      ]}
      defaultValue={getDefaultAnswerId(name)}
      required
    />
  )
  const renderFreeAnswer = (name: 'age' | 'job') => (
    <TextField
      label={t('form.optionalLabel', { label: t(`surveyProfile.${name}Own`) })}
      name={`${name}Own`}
      autoComplete="off"
      maxLength={maxFreeAnswerLength}
      defaultValue={answers?.ownWords?.[name]}
    />
  )

  return (
    <>
      {renderSelect('age')}
      {renderFreeAnswer('age')}
      {renderSelect('job')}
      {renderFreeAnswer('job')}
      {renderSelect('where')}
      {renderSelect('language')}
    </>
  )
}
