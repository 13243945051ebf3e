import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

type Props = {
  /** The file whose upload waits for the sign-in. Part of the label for screen readers. */
  name?: string
}

/** A link to the sign-in screen and back, for a customer whose session no longer gives credentials. */
export const SignInAgain = ({ name }: Props) => {
  const t = useTranslate()
  const action = t('files.button.signIn')
  return (
    <LocaleLink
      to="login"
      search={{ again: 'files' }}
      className={buttonClass('secondary')}
      aria-label={name === undefined ? action : t('files.actionOn', { action, name })}
    >
      {action}
    </LocaleLink>
  )
}
