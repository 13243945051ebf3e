import type { ReactNode } from 'react'
import { findCourse } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { formatLocalDay } from '../../i18n/local-day.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { Logo } from '../../ui/pictures/logo.tsx'
import { Seal } from '../../ui/pictures/seal.tsx'
import styles from './certificate.module.css'

/** The fields of a certificate that are printed. */
type PrintedDocument = Pick<
  CertificateDocument,
  'number' | 'name' | 'title' | 'hours' | 'course_id' | 'issued_at'
>

/**
 * The certificate itself, the same on screen and on paper. Only a certificate of the football series names
 * its series.
 */
export const CertificateSheet = ({
  document: { number, name, title, hours, course_id: courseId, issued_at: issuedAt },
  verifyCode,
}: {
  document: PrintedDocument
  /** A QR code that links to the verification page. Absent in a specimen, which is not made for paper. */
  verifyCode?: ReactNode
}) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const date = formatLocalDay(locale, issuedAt)
  return (
    <article
      className={styles.sheet}
      aria-label={t('certificate.title')}
      // If a page contains an element with `data-paper`, only such elements are printed.
      data-paper={verifyCode !== undefined || undefined}
    >
      <div className={styles.top}>
        <Logo />
        {findCourse(courseId)?.isFIFA && <p className={styles.series}>{t('certificate.football')}</p>}
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
        <div className={styles.issue}>
          <Seal />
          <div>
            <p>{t('certificate.issuedOn', { date })}</p>
            <p translate="no">{t('certificate.number', { number })}</p>
          </div>
        </div>
        {verifyCode}
      </div>
    </article>
  )
}
