import { useTranslate } from '../../i18n/use-translate.ts'
import type { Details, PersonResult } from '../../person/person.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { optionsOf } from '../../person/form/registration-options.ts'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import * as v from 'valibot'
import { surveyProfileAnswersOf, surveyProfileEntries } from '../../person/form/survey-profile-form.ts'
import { atMost, requiredText } from '../../ui/form/checks.ts'

const name = v.pipe(requiredText, atMost(200))
const names = { firstName: name, lastName: name }

/** Name and survey profile, where the loyalty provider knows them. */
const loyaltyForm = v.pipe(
  v.object({ ...names, ...surveyProfileEntries }),
  v.transform((values): Details => {
    const { firstName, lastName, ageOwn, jobOwn } = values
    const survey = { ...surveyProfileAnswersOf(values), ownWords: { age: ageOwn, job: jobOwn } }
    return { firstName, lastName, survey }
  }),
)

const extendedForm = v.object({
  ...names,
  honorificPrefix: v.string(),
  job: v.string(),
  sportType: v.string(),
})

/** The form for what is known about a coach: whether there is a survey profile depends on the market. */
const detailsFormOf = ({ survey }: Details): v.GenericSchema<unknown, Details> =>
  survey ? loyaltyForm : extendedForm

type Props = { details: Details; save: (details: Details) => PersonResult }

/** Changes the name, then what the coach said about themselves. */
export const DetailsForm = ({ details, save }: Props) => {
  const t = useTranslate()
  const state = useForm({
    schema: detailsFormOf(details),
    submit: async (values) => {
      const saved = await save(values)
      if (!saved.ok) return saved.error
      notify.success(t('successMessage.profileSaved'))
      return undefined
    },
  })
  const { errorOf } = state
  const name = (field: 'firstName' | 'lastName', autoComplete: string) => (
    <TextField
      label={t(`signUp.${field}`)}
      name={field}
      autoComplete={autoComplete}
      maxLength={200}
      defaultValue={details[field]}
      required
      error={errorOf(field)}
    />
  )
  const select = (field: 'job' | 'sportType') => (
    <SelectField
      label={t('form.optionalLabel', { label: t(`signUp.${field}`) })}
      name={field}
      options={optionsOf[field](t)}
      defaultValue={details[field]}
    />
  )

  return (
    <Form state={state} submit={t('common.save')} aria-label={t('profile.editDetails')}>
      {!details.survey && (
        <SelectField
          label={t('form.optionalLabel', { label: t('signUp.organisation') })}
          name="honorificPrefix"
          options={optionsOf.organisation(t)}
          defaultValue={details.honorificPrefix}
        />
      )}
      {name('firstName', 'given-name')}
      {name('lastName', 'family-name')}
      {details.survey ? (
        <SurveyProfileFields given={details.survey} errorOf={errorOf} />
      ) : (
        <>
          {select('job')}
          {select('sportType')}
        </>
      )}
    </Form>
  )
}
