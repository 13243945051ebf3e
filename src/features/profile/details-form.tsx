import { useTranslate } from '../../i18n/use-translate.ts'
import type { Answer, Details } from '../../person/person.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { optionsOf } from '../../person/form/registration-options.ts'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { detailsFormOf } from './details-form-schema.ts'

type Props = { details: Details; save: (details: Details) => Answer<void> }

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
