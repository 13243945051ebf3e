import type { ComponentType } from 'react'
import { findCourse } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useDocumentTitle } from '../../ui/layout/page.tsx'
import prose from '../../ui/layout/prose.module.css'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './home.module.css'
import { ModuleSample } from './module-sample.tsx'

/**
 * The drill at the top of the page: one scene of a module's film, which lasts `seconds`. Until the scene is
 * loaded, the page shows the film's poster (`still`). The poster shows the scene at `time`, in seconds, so
 * the scene begins there. 0.6 is `posterPosition` in `scripts/films.ts`.
 */
const homeDrill = {
  module: 'training-2',
  scene: 'run',
  seconds: 13,
  still: { src: '/videos/training-2.webp', time: 0.6 * 13 },
} as const

/** What the specimen of a certificate shows. */
type CertificateContent = Pick<
  CertificateDocument,
  'number' | 'name' | 'title' | 'hours' | 'course_id' | 'issued_at'
>

/** The texts of the courses, and of the module whose steps the page shows (`lesson`). */
export type HomeContent = { courses: CourseCatalogue; lesson: ModuleContent }

type Props = {
  /** The page that a visitor asked for before signing in. */
  returnTo?: string | undefined
  /** Undefined if it cannot be loaded. In this case, the page shows no module and no certificate. */
  content: HomeContent | undefined
  /** Draws a drill as a moving diagram. */
  Drill: ComponentType<typeof homeDrill>
  /** Draws a certificate as coaches get it. */
  Certificate: ComponentType<{ document: CertificateContent }>
}

/**
 * Links to sign in and sign up, the likelier one first, because a visitor who asked for a page that requires
 * an account probably has one.
 */
const SignInLinks = ({ returnTo }: { returnTo: string | undefined }) => {
  const t = useTranslate()
  const hasLikelyAccount = returnTo !== undefined
  const firstClass = buttonClass('primary', styles.callToAction)
  const secondClass = buttonClass('quiet', styles.second)
  const signUp = (
    <LocaleLink key="sign-up" to="sign-up" className={hasLikelyAccount ? secondClass : firstClass}>
      {t('home.signUp')}
    </LocaleLink>
  )
  const signIn = (
    <LocaleLink
      key="login"
      to="login"
      search={{ returnTo }}
      className={hasLikelyAccount ? firstClass : secondClass}
    >
      {t('home.signIn')}
    </LocaleLink>
  )
  return hasLikelyAccount ? [signIn, signUp] : [signUp, signIn]
}

/** Returns the certificate of an invented coach. Its number is the example on the verification page. */
const useSpecimen = (courses: CourseCatalogue): CertificateContent => {
  const t = useTranslate()
  const courseId = 'training'
  return {
    number: '7K3M-9QXT-4FCM',
    name: t('home.specimenName'),
    title: courses[courseId]?.title ?? '',
    hours: findCourse(courseId)?.hours ?? 0,
    course_id: courseId,
    // In UTC, not in the time zone of a device, because the page is prerendered.
    issued_at: '2026-11-21T10:00:00Z',
  }
}

/** Shows a specimen of the certificate, and explains that the courses also work offline. */
const CertificateSection = ({
  courses,
  Certificate,
}: Pick<HomeContent, 'courses'> & Pick<Props, 'Certificate'>) => {
  const t = useTranslate()
  const specimen = useSpecimen(courses)
  return (
    <section className={classNames(styles.section, styles.earned)} aria-labelledby="certificate">
      <div className={classNames(styles.words, prose.prose)}>
        <h2 id="certificate">{t('home.certificateTitle')}</h2>
        <p>{t('home.certificateBody')}</p>
      </div>
      <figure className={styles.specimen} data-only="screen">
        <div aria-hidden="true">
          <Certificate document={specimen} />
        </div>
        <figcaption>
          <VisuallyHidden>{t('home.specimen')}</VisuallyHidden>
        </figcaption>
      </figure>
      <div className={classNames(styles.words, prose.prose)}>
        <h2>{t('home.offlineTitle')}</h2>
        <p>{t('home.offlineBody')}</p>
      </div>
    </section>
  )
}

/** The section that the header's sign-up button links to (specification §2). */
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

/** The home page: what the programme is in one sentence, what a coach gets from it, and how to join. */
export const HomeScreen = ({ returnTo, content, Drill, Certificate }: Props) => {
  const t = useTranslate()
  useDocumentTitle()
  const drillTitle = content?.courses['training']?.modules[homeDrill.module]?.title
  return (
    <>
      <section className={styles.hero}>
        <div className={classNames(styles.heroText, prose.prose)}>
          {returnTo !== undefined && <Notice tone="info">{t('signIn.toOpen')}</Notice>}
          <h1 tabIndex={-1}>{t('site.tagline')}</h1>
          <p className={styles.description}>{t('home.intro')}</p>
          <div className={styles.actions}>
            <SignInLinks returnTo={returnTo} />
          </div>
        </div>
        <figure className={styles.drill} data-only="screen">
          <Drill {...homeDrill} />
          {drillTitle !== undefined && <figcaption>{t('home.drill', { title: drillTitle })}</figcaption>}
        </figure>
      </section>
      {content && (
        <>
          <ModuleSample {...content} />
          <CertificateSection courses={content.courses} Certificate={Certificate} />
        </>
      )}
      <JoinSection />
    </>
  )
}
