import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

type Props = {
  /** The name of the file whose upload waits for the sign-in, for the label that screen readers read. */
  name?: string
}

/**
 * A link to the sign-in screen, which then returns here. For a coach who is signed in, but whose session no
 * longer gets credentials for the object store.
 */
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
