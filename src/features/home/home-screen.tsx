import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useDocumentTitle } from '../../ui/layout/page.tsx'
import styles from './home.module.css'
import { PitchLines } from './pitch-lines.tsx'

const reasons = [
  { title: 'home.learnTitle', body: 'home.learnBody' },
  { title: 'home.offlineTitle', body: 'home.offlineBody' },
  { title: 'home.certificateTitle', body: 'home.certificateBody' },
] as const

/** The home page: what the programme is, why it is worth two minutes, and how to join. */
export const HomeScreen = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  useDocumentTitle(t('header.home'))
  return (
    <>
      <section className={styles.hero}>
        <PitchLines />
        <div className={styles.heroText}>
          <p className={styles.lead}>{t('home.lead')}</p>
          <h1 tabIndex={-1}>{t('site.tagline')}</h1>
          <p className={styles.description}>{t('site.description')}</p>
          <div className={styles.actions}>
            {signedIn ? (
              <LocaleLink to={t('coursesHomeSlug')} className={buttonClass('primary', styles.callToAction)}>
                {t('home.toCourses')}
              </LocaleLink>
            ) : (
              <>
                <LocaleLink to="sign-up" className={buttonClass('primary', styles.callToAction)}>
                  {t('home.signUp')}
                </LocaleLink>
                <LocaleLink to="login" className={buttonClass('quiet', styles.second)}>
                  {t('home.signIn')}
                </LocaleLink>
              </>
            )}
          </div>
        </div>
      </section>
      <section className={styles.reasons} aria-labelledby="why">
        <h2 id="why">{t('home.why')}</h2>
        <ul>
          {reasons.map(({ title, body }) => (
            <li key={title}>
              <h3>{t(title)}</h3>
              <p>{t(body)}</p>
            </li>
          ))}
        </ul>
      </section>
      {!signedIn && <JoinSection />}
    </>
  )
}

/** Where the sign-up button of the header leads (specification §2). */
const JoinSection = () => {
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
