import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './header.module.css'

/** What a visitor can do: sign in, or sign up, which begins on the home page (specification §2). */
export const SignedOutLinks = () => {
  const t = useTranslate()
  return (
    <>
      <li>
        <LocaleLink to="login" className={styles.link}>
          {t('header.signIn')}
        </LocaleLink>
      </li>
      <li>
        <LocaleLink to="" hash="sign-up" className={buttonClass('primary', styles.signUp)}>
          {t('header.signUp')}
        </LocaleLink>
      </li>
    </>
  )
}
