import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { Celebration } from '../../ui/pictures/celebration.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateRequest } from './certificate-request.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './certificate.module.css'
import type { CertificateState } from './certificate-state.ts'
import type { CourseCertificate } from './use-certificate.ts'
import { useNewlyIssued } from './use-newly-issued.ts'

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
  if (state.isChanging) return <Notice tone="info">{t('certificate.changing')}</Notice>
  return (
    <Fold className={styles.change} summary={t('certificate.changeName')}>
      <p>{t('certificate.changeNameBody', { number: state.document.number })}</p>
      <CertificateRequest request={request} name={name} label="certificate.reissue" />
    </Fold>
  )
}

type Props = {
  certificate: CourseCertificate
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The coach's name in the profile. */
  name: string
  /** A QR code that links to the verification page. */
  verifyCode: ReactNode
  /** The actions for an issued certificate. */
  actions: ReactNode
  children?: ReactNode
}

/** Shows the certificate of a course, or what is still missing for it. `children` are shown below. */
export const CertificateScreen = (props: Props) => {
  const { certificate, course, texts, name, verifyCode, actions, children } = props
  const t = useTranslate()
  const { state } = certificate
  const newlyIssued = useNewlyIssued(state)
  const title = texts?.title ?? ''
  return (
    <Page title={t('certificate.title')} intro={title} wide={state.kind === 'issued'}>
      {state.kind === 'issued' && (
        <>
          <Celebration {...newlyIssued}>{t('certificate.congratulations')}</Celebration>
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
                <LocaleLink to={`${t(course.slug)}/${id}`} className={standaloneLinkClass}>
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
