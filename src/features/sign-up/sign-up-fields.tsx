import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CountryField } from '../../person/form/country-field.tsx'
import { PartnerField } from '../../person/form/partner-field.tsx'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import styles from './steps.module.css'

const LinkInNewTab = ({ page }: { page: 'terms' | 'privacy' }) => {
  const t = useTranslate()
  return (
    <LocaleLink to={page} target="_blank">
      <span>{t(`footer.${page}`)}</span> <VisuallyHidden>{t('common.opensInNewTab')}</VisuallyHidden>
      <svg className={styles.newTab} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M5 2H2v8h8V7M7 1h4v4M11 1 6 6" />
      </svg>
    </LocaleLink>
  )
}

/** The required and the optional consents. Their texts open in a new tab, so that the typed data stays. */
export const ConsentFields = () => {
  const t = useTranslate()
  const { auth, newsletter } = useLocale()
  const isLoyalty = auth.kind === 'loyalty'
  return (
    <>
      <CheckboxField
        label={t(isLoyalty ? 'signUp.ageOrPermission' : 'signUp.legalAge')}
        name="legalAge"
        required
        hint={
          <>
            <LinkInNewTab page="terms" />
            <span>{' · '}</span>
            <LinkInNewTab page="privacy" />
          </>
        }
      />
      <CheckboxField label={t('signUp.emailConsent')} name="emailConsent" />
      {newsletter !== undefined && <CheckboxField label={t('signUp.newsletter')} name="newsletter" />}
      {isLoyalty && <CheckboxField label={t('signUp.partnerConsent')} name="partnerConsent" />}
    </>
  )
}

/** The coach's job and organisation. */
export const RoleFields = () => (
  <>
    <RegistrationSelect question="job" />
    <PartnerField />
  </>
)

/** Where and with whom the coach works, and how the coach heard of the programme (`mktChannel`). */
export const WorkFields = () => (
  <>
    <CountryField />
    <RegistrationSelect question="sportType" />
    <PeopleField />
    <RegistrationSelect question="youngFemale" />
    <RegistrationSelect question="mktChannel" />
  </>
)
