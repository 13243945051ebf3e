import type { LocaleCode } from '../../config/locales.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'

type Props = {
  /** The next step that the failure names. Only `sign-in` and `sign-in-or-reset` show links. */
  step: string | undefined
  /** The email address of the account. The next screen fills it in. */
  email: string | undefined
  /** The locale of the account. Without it, the links stay in the current locale. */
  locale?: LocaleCode | undefined
}

/** Links to the next steps if the account already exists: the sign-in, or a new password. */
export const ExistingAccountLinks = ({ step, email, locale }: Props) => {
  const t = useTranslate()
  if (step !== 'sign-in' && step !== 'sign-in-or-reset') return null
  return (
    <>
      <p>
        <LocaleLink to="login" locale={locale} state={{ email }} className={standaloneLinkClass}>
          {t('signUp.toSignIn')}
        </LocaleLink>
      </p>
      {step === 'sign-in-or-reset' && (
        <p>
          <LocaleLink to="forgot-password" locale={locale} state={{ email }} className={standaloneLinkClass}>
            {t('forgotPassword.codeTitle')}
          </LocaleLink>
        </p>
      )}
    </>
  )
}
