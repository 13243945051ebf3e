import { useTranslate } from '../../i18n/use-translate.ts'
import type { Answer, Details } from '../../person/person.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { optionsOf } from '../../person/form/registration-options.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { detailsFormOf, detailsMessages } from './details-form-schema.ts'

type Props = { details: Details; save: (details: Details) => Answer<void> }

/** Changes the name, then what the coach told about themselves. */
export const DetailsForm = ({ details, save }: Props) => {
  const t = useTranslate()
  const { errorOf, busy, failure, form } = useForm({
    schema: detailsFormOf(details),
    messages: detailsMessages,
    submit: async (values) => {
      const answer = await save(values)
      if (!answer.ok) return answer.error
      notify.success(t('successMessage.profileSaved'))
      return undefined
    },
  })
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
    <form {...form} aria-label={t('profile.editDetails')}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
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
        <Button type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}
