import { useTranslate } from '../../i18n/use-translate.ts'
import type { Details, PersonResult } from '../../person/person.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { nameEntries } from '../../person/form/account-entries.ts'
import { CountryField } from '../../person/form/country-field.tsx'
import { NameFields } from '../../person/form/name-fields.tsx'
import { PartnerField, partnerText } from '../../person/form/partner-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { Form } from '../../ui/form/form.tsx'
import {
  SurveyProfileFields,
  surveyProfileAnswersOf,
  surveyProfileEntries,
} from '../../person/form/survey-profile-fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import * as v from 'valibot'

/** Name and survey profile, if the loyalty provider has them. */
const loyaltyForm = v.pipe(
  v.object({ ...nameEntries, ...surveyProfileEntries }),
  v.transform((values): Details => {
    const { firstName, lastName, ageOwn, jobOwn } = values
    const survey = { ...surveyProfileAnswersOf(values), ownWords: { age: ageOwn, job: jobOwn } }
    return { firstName, lastName, survey }
  }),
)

const extendedForm = v.object({
  ...nameEntries,
  honorificPrefix: v.string(),
  job: v.string(),
  partner: partnerText,
  workFrom: v.string(),
  sportType: v.string(),
})

/** The form for a coach's details. Whether there is a survey profile depends on the market. */
const detailsFormOf = ({ survey }: Details): v.GenericSchema<unknown, Details> =>
  survey ? loyaltyForm : extendedForm

type Props = { details: Details; save: (details: Details) => PersonResult }

/** Changes the name first, then the coach's other details. */
export const DetailsForm = ({ details, save }: Props) => {
  const t = useTranslate()
  const { honorificPrefix, job, partner, workFrom, sportType, survey } = details
  const state = useForm({
    schema: detailsFormOf(details),
    submit: save,
    onDone: () => void notify.success(t('successMessage.profileSaved')),
  })

  return (
    <Form state={state} submit={t('common.save')} aria-label={t('profile.editDetails')}>
      {!survey && (
        <RegistrationSelect
          question="organisation"
          name="honorificPrefix"
          optional
          defaultValue={honorificPrefix}
        />
      )}
      <NameFields names={details} />
      {survey ? (
        <SurveyProfileFields given={survey} />
      ) : (
        <>
          <RegistrationSelect question="job" optional defaultValue={job} />
          <PartnerField defaultValue={partner} />
          <CountryField optional defaultValue={workFrom} />
          <RegistrationSelect question="sportType" optional defaultValue={sportType} />
        </>
      )}
    </Form>
  )
}
