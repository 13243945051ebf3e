import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './home.module.css'

/** Where the sign-up button of the header leads (specification §2). */
export const JoinSection = () => {
  const t = useTranslate()
  return (
    <section id="sign-up" className={styles.join} aria-labelledby="join">
      <h2 id="join">{t('home.joinTitle')}</h2>
      <p>{t('home.joinBody')}</p>
      <LocaleLink to="sign-up" className={buttonClass('primary', styles.joinButton)}>
        {t('home.signUp')}
      </LocaleLink>
    </section>
  )
}
