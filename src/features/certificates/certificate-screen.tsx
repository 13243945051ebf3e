import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import { Celebration } from '../../ui/pictures/celebration.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateRequest } from './certificate-request.tsx'
import styles from './certificate.module.css'
import type { CertificateState } from './certificate-state.ts'
import type { CourseCertificate } from './use-certificate.ts'
import { type Course, findCourse } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { localDay } from '../../i18n/local-day.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { Logo } from '../../ui/pictures/logo.tsx'

type Props = {
  certificate: CourseCertificate
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The coach's name in the profile. */
  name: string
  /** A QR code that leads to the verification. */
  verifyCode: ReactNode
  /** The actions for an issued certificate. */
  actions: ReactNode
  children?: ReactNode
}

/** The certificate of a course, or what is still missing for it. `children` are shown below. */
export const CertificateScreen = (props: Props) => {
  const { certificate, course, texts, name, verifyCode, actions, children } = props
  const t = useTranslate()
  const { state } = certificate
  const title = texts?.title ?? ''
  return (
    <Page title={t('certificate.title')} intro={title} wide={state.kind === 'issued'}>
      {state.kind === 'issued' && (
        <>
          <Celebration>{t('certificate.congratulations')}</Celebration>
          <CertificateSheet document={state.document} verifyCode={verifyCode} />
          {actions}
          <NameChange state={state} name={name} request={certificate.request} />
        </>
      )}
      {state.kind === 'to-complete' && (
        <section className={styles.open} aria-labelledby="missing">
          <p>{t('certificate.missingBody')}</p>
          <h2 id="missing">{t('certificate.missing')}</h2>
          <ul className={styles.missing}>
            {state.missing.map(({ id }) => (
              <li key={id}>
                <LocaleLink to={`${t(course.slug)}/${id}`} className={standaloneLink}>
                  {texts?.modules[id]?.title ?? id}
                </LocaleLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state.kind !== 'issued' && state.kind !== 'to-complete' && (
        <CertificateCard certificate={certificate} name={name} />
      )}
      {children}
      <p>
        <LocaleLink to={t(course.slug)} className={styles.link}>
          {t('courses.backToCourse')}
        </LocaleLink>
      </p>
    </Page>
  )
}

/**
 * The certificate itself, the same on screen and on paper. The certificate of the football series names the
 * series.
 */
export const CertificateSheet = ({
  document: { number, name, title, hours, course_id: course, issued_at: issuedAt },
  verifyCode,
}: {
  document: CertificateDocument
  /** A QR code that leads to the verification. */
  verifyCode: ReactNode
}) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const date = localDay(locale, issuedAt)
  return (
    <article className={styles.sheet} aria-label={t('certificate.title')} data-paper>
      <div className={styles.top}>
        <Logo />
        {findCourse(course)?.isFIFA && <p className={styles.series}>{t('certificate.football')}</p>}
      </div>
      <div className={styles.statement}>
        <p>{t('certificate.certifies')}</p>
        <p className={styles.name} dir="auto" translate="no">
          {toPrintedName(name)}
        </p>
        <p>{t('certificate.completed')}</p>
        <p className={styles.course}>{title}</p>
        <p>{t('certificate.hours', { hours })}</p>
      </div>
      <div className={styles.bottom}>
        <div>
          <p>{t('certificate.issuedOn', { date })}</p>
          <p translate="no">{t('certificate.number', { number })}</p>
        </div>
        {verifyCode}
      </div>
    </article>
  )
}

/** For a coach whose name has changed: requests a new certificate, which invalidates the old one. */
const NameChange = ({
  state,
  name,
  request,
}: Pick<CourseCertificate, 'request'> & {
  state: Extract<CertificateState, { kind: 'issued' }>
  name: string
}) => {
  const t = useTranslate()
  if (state.changing) return <Notice tone="info">{t('certificate.changing')}</Notice>
  return (
    <Fold className={styles.change} summary={t('certificate.changeName')}>
      <p>{t('certificate.changeNameBody', { number: state.document.number })}</p>
      <CertificateRequest request={request} name={name} label="certificate.reissue" />
    </Fold>
  )
}
