import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CertificateRequest } from './certificate-request.tsx'
import styles from './certificate.module.css'
import type { CourseCertificate } from './use-certificate.ts'

/** The way to the certificate of a course; it can be asked for with or without a connection. */
export const CertificateCard = ({
  certificate: { state, request },
  name,
  to,
}: {
  certificate: CourseCertificate
  /** The coach's, as the profile has it. */
  name: string
  /** Where the certificate itself is, inside the locale; absent when the coach is there already. */
  to?: string
}) => {
  const t = useTranslate()
  if (state.is === 'to-complete') {
    return to === undefined ? null : (
      <p>
        <LocaleLink to={to} className={styles.link}>
          {t('certificate.toGo', { count: state.missing.length })}
        </LocaleLink>
      </p>
    )
  }
  return (
    <Card>
      <div className={styles.celebration}>
        <Illustration name="certificate" />
        <h2>{t('courses.complete')}</h2>
      </div>
      {state.is === 'issued' && to !== undefined && (
        <div>
          <LocaleLink to={to} className={buttonClass()}>
            {t('certificate.open')}
          </LocaleLink>
        </div>
      )}
      {state.is === 'to-request' && (
        <>
          <p>{t(state.earned ? 'certificate.earnedBody' : 'courses.completeBody')}</p>
          <CertificateRequest request={request} name={name} label="courses.requestCertificate" />
        </>
      )}
      {state.is === 'requested' && <Notice tone="success">{t('courses.certificateRequested')}</Notice>}
      {state.is === 'needs-you' && (
        <Notice tone="warning">
          <p>{t('certificate.needsYou')}</p>
          <p>
            <LocaleLink to="outbox" className={aloneLink}>
              {t('survey.toOutbox')}
            </LocaleLink>
          </p>
        </Notice>
      )}
    </Card>
  )
}
