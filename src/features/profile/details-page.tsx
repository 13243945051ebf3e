import type { RefObject } from 'react'
import * as v from 'valibot'
import { formatFullName } from '../../lib/text/full-name.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Details, ProfilePart, PersonResult } from '../../person/person.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { nameEntries } from '../../person/form/account-schemas.ts'
import { CountryField } from '../../person/form/country-field.tsx'
import { NameFields } from '../../person/form/name-fields.tsx'
import { PartnerField, partnerSchema } from '../../person/form/partner-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { Form } from '../../ui/form/form.tsx'
import {
  SurveyProfileFields,
  toSurveyProfileAnswers,
  surveyProfileEntries,
} from '../../person/form/survey-profile-fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { EmailAddress } from './email-address.tsx'
import { PartState } from './part-state.tsx'
import styles from './profile.module.css'

/** The name and the survey profile, in markets where the loyalty provider stores them. */
const loyaltySchema = v.pipe(
  v.object({ ...nameEntries, ...surveyProfileEntries }),
  v.transform((values): Details => {
    const { firstName, lastName, ageOwn, jobOwn } = values
    const survey = { ...toSurveyProfileAnswers(values), ownWords: { age: ageOwn, job: jobOwn } }
    return { firstName, lastName, survey }
  }),
)

/**
 * The name and the details that another service, the extended profile, stores in the other markets. The
 * title, such as "Ms", is asked as `organisation` (specification §3) and stored as `honorificPrefix`.
 */
const extendedSchema = v.object({
  ...nameEntries,
  honorificPrefix: v.string(),
  job: v.string(),
  partner: partnerSchema,
  workFrom: v.string(),
  sportType: v.string(),
})

/** Returns the schema of the form. Whether the details contain a survey profile depends on the market. */
const getDetailsSchema = ({ survey }: Details): v.GenericSchema<unknown, Details> =>
  survey ? loyaltySchema : extendedSchema

type FormProps = { details: Details; save: (details: Details) => PersonResult }

/** The form for the coach's name and other details. */
export const DetailsForm = ({ details, save }: FormProps) => {
  const t = useTranslate()
  const { honorificPrefix, job, partner, workFrom, sportType, survey } = details
  const state = useForm({
    schema: getDetailsSchema(details),
    submit: save,
    onDone: () => void notify.success(t('successMessage.profileSaved')),
  })

  return (
    <Form state={state} submitLabel={t('common.save')} pinned aria-label={t('profile.aboutYou')}>
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
        <SurveyProfileFields answers={survey} />
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

type Props = Pick<FormProps, 'save'> & {
  user: CurrentUser
  part: ProfilePart<Details>
  onRetry: () => void
  offline: boolean
  /** The heading of the page, which takes the focus after a retry. */
  heading: RefObject<HTMLHeadingElement | null>
}

/**
 * The form for the coach's details, and what cannot be changed here. The form is offered only for details
 * that were read from the services, not for the copy on the device.
 */
export const DetailsPage = ({ user, part, save, onRetry, offline, heading }: Props) => {
  const t = useTranslate()
  // What cannot be changed comes below the form, so it would move when the form is shown.
  const isReading = part.kind === 'reading' && !offline
  return (
    <>
      <PartState part={part} isEmpty={isReading} onRetry={onRetry} offline={offline} heading={heading} />
      {offline && <Notice tone="info">{t('profile.needsConnection')}</Notice>}
      {part.kind === 'ready' && (
        <Card>
          <DetailsForm key={part.revision} details={part.value} save={save} />
        </Card>
      )}
      {!isReading && (
        <dl className={styles.facts}>
          {part.kind !== 'ready' && (
            <div>
              <dt>{t('profile.name')}</dt>
              <dd>{formatFullName(part.copy ?? user) || '–'}</dd>
            </div>
          )}
          <div>
            <dt>{t('profile.email')}</dt>
            <dd>
              <EmailAddress email={user.email} />
            </dd>
            <dd className={styles.note}>
              <span>{t('profile.emailFixed')}</span>{' '}
              <LocaleLink to="contact">{t('footer.contact')}</LocaleLink>
            </dd>
          </div>
          <div>
            <dt>{t('profile.location')}</dt>
            <dd>{t(`localeName.${user.locale}`)}</dd>
          </div>
        </dl>
      )}
    </>
  )
}
