import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLink } from '../../ui/standalone-link.ts'

type Props = {
  /** The next step that the failure names. Any other step shows no links. */
  step: string | undefined
  /** The email address of the account. The next screen fills it in. */
  email: string | undefined
}

/** The next steps after a failure because the account exists: the sign-in, or a new password. */
export const ExistingAccountLinks = ({ step, email }: Props) => {
  const t = useTranslate()
  if (step !== 'sign-in' && step !== 'sign-in-or-reset') return null
  return (
    <>
      <p>
        <LocaleLink to="login" state={{ email }} className={standaloneLink}>
          {t('signUp.toSignIn')}
        </LocaleLink>
      </p>
      {step === 'sign-in-or-reset' && (
        <p>
          <LocaleLink to="forgot-password" state={{ email }} className={standaloneLink}>
            {t('forgotPassword.codeTitle')}
          </LocaleLink>
        </p>
      )}
    </>
  )
}
