import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

/** The required and the optional consents. Their texts open in a new tab, so that the typed data stays. */
export const ConsentFields = () => {
  const t = useTranslate()
  const { auth, newsletter } = useLocale()
  const loyal = auth.kind === 'loyalty'
  return (
    <>
      <CheckboxField
        label={t(loyal ? 'signUp.ageOrPermission' : 'signUp.legalAge')}
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
      {loyal && <CheckboxField label={t('signUp.partnerConsent')} name="partnerConsent" />}
    </>
  )
}
