import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useDocumentTitle } from '../../ui/layout/page.tsx'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './home.module.css'
import { toCaptionsPath, films } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'

const reasons = [
  { title: 'home.learnTitle', body: 'home.learnBody' },
  { title: 'home.offlineTitle', body: 'home.offlineBody' },
  { title: 'home.certificateTitle', body: 'home.certificateBody' },
] as const

/**
 * Links to sign in and sign up, the likelier one first: a visitor who follows a link to a coach's page has an
 * account.
 */
const SignInLinks = ({ returnTo }: { returnTo: string | undefined }) => {
  const t = useTranslate()
  const hasAccount = returnTo !== undefined
  const firstClass = buttonClass('primary', styles.callToAction)
  const secondClass = buttonClass('quiet', styles.second)
  const signUp = (
    <LocaleLink key="sign-up" to="sign-up" className={hasAccount ? secondClass : firstClass}>
      {t('home.signUp')}
    </LocaleLink>
  )
  const signIn = (
    <LocaleLink
      key="login"
      to="login"
      search={{ returnTo }}
      className={hasAccount ? firstClass : secondClass}
    >
      {t('home.signIn')}
    </LocaleLink>
  )
  return hasAccount ? [signIn, signUp] : [signUp, signIn]
}

type Props = {
  signedIn: boolean
  /** The page that a visitor asked for before signing in. */
  returnTo?: string | undefined
}

/** The home page: what the programme is, why it is worth two minutes, and how to join. */
export const HomeScreen = ({ signedIn, returnTo }: Props) => {
  const t = useTranslate()
  useDocumentTitle()
  return (
    <>
      <section className={styles.hero}>
        <PitchLines />
        <div className={classNames(styles.heroText, prose.prose)}>
          {!signedIn && returnTo !== undefined && <Notice tone="info">{t('signIn.toOpen')}</Notice>}
          <p className={styles.lead}>{t('home.lead')}</p>
          <h1 tabIndex={-1}>{t('site.tagline')}</h1>
          <p className={styles.description}>{t('home.intro')}</p>
          <div className={styles.actions}>
            {signedIn ? (
              <LocaleLink to={t('coursesHomeSlug')} className={buttonClass('primary', styles.callToAction)}>
                {t('home.toCourses')}
              </LocaleLink>
            ) : (
              <SignInLinks returnTo={returnTo} />
            )}
          </div>
        </div>
      </section>
      {!signedIn && <FirstFilm />}
      <section className={classNames(styles.reasons, prose.prose)} aria-labelledby="why">
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

/** The section to which the header's sign-up button leads (specification §2). */
const JoinSection = () => {
  const t = useTranslate()
  return (
    <section id="sign-up" className={classNames(styles.join, prose.prose)} aria-labelledby="join">
      <h2 id="join" tabIndex={-1}>
        {t('home.joinTitle')}
      </h2>
      <p>{t('home.joinBody')}</p>
      <LocaleLink to="sign-up" className={buttonClass('primary', styles.joinButton)}>
        {t('home.signUp')}
      </LocaleLink>
    </section>
  )
}

/** A pitch in chalk with a moving ball, as decoration. On a phone the text needs the space of the ball. */
const PitchLines = () => (
  <svg
    className={styles.lines}
    viewBox="0 0 640 640"
    fill="none"
    aria-hidden="true"
    preserveAspectRatio="xMidYMid slice"
  >
    <g stroke="currentColor" strokeWidth="3">
      <path d="M40 -40v720M600 -40v720M40 320h560" />
      <circle cx="320" cy="320" r="104" />
      <path d="M176 -40v140h288V-40M176 680V540h288v140" />
      <path d="M256 100a80 80 0 0 0 128 0M256 540a80 80 0 0 1 128 0" />
    </g>
    <g className={styles.ball}>
      <path
        d="M150 600C210 520 260 430 384 262"
        stroke="var(--highlight)"
        strokeWidth="7"
        strokeDasharray="1 20"
        strokeLinecap="round"
      />
      <circle cx="398" cy="240" r="30" fill="var(--highlight)" />
    </g>
  </svg>
)

/**
 * The film of the first module, for visitors who want to see what they would sign up for. It also plays
 * without the app.
 */
const FirstFilm = () => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [film] = films
  if (!film) return null
  return (
    <section className={styles.film} aria-labelledby="film">
      <div className={classNames(styles.filmText, prose.prose)}>
        <h2 id="film">{t('home.filmTitle')}</h2>
        <p>{t('home.filmBody')}</p>
      </div>
      <video
        poster={film.poster}
        aria-label={t('home.filmTitle')}
        controls
        playsInline
        preload="none"
        width="1280"
        height="720"
      >
        {film.sources.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
        <track
          kind="captions"
          src={toCaptionsPath(film, code)}
          srcLang={language}
          label={t('courses.captions')}
          default
        />
      </video>
      <img src={film.poster} alt="" width="1280" height="720" data-only="paper" />
    </section>
  )
}
