import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'

type Props = {
  /** The next step that the failure names. Only `reset`, `contact` and `sign-up` show a link. */
  step: string | undefined
  /** The email address of the account. The next screen fills it in. */
  email: string | undefined
}

/** Links from a sign-in that failed to the screen that continues. */
export const NextStepLink = ({ step, email }: Props) => {
  const t = useTranslate()
  if (step === 'reset')
    return (
      <LocaleLink to="forgot-password" state={{ email }} className={standaloneLinkClass}>
        {t('forgotPassword.codeTitle')}
      </LocaleLink>
    )
  if (step === 'contact')
    return (
      <LocaleLink to="contact" className={standaloneLinkClass}>
        {t('deleteAccount.contact')}
      </LocaleLink>
    )
  if (step === 'sign-up')
    return (
      <LocaleLink to="sign-up" className={standaloneLinkClass}>
        {t('signIn.finishSignUp')}
      </LocaleLink>
    )
  return null
}
