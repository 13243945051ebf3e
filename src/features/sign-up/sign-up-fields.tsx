import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CountryField } from '../../person/form/country-field.tsx'
import { PartnerField } from '../../person/form/partner-field.tsx'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'

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
            <LocaleLink to="terms" target="_blank">
              {`${t('footer.terms')} ${t('common.opensInNewTab')}`}
            </LocaleLink>
            <span>{' · '}</span>
            <LocaleLink to="privacy" target="_blank">
              {`${t('footer.privacy')} ${t('common.opensInNewTab')}`}
            </LocaleLink>
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
