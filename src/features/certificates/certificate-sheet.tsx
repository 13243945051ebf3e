import type { ReactNode } from 'react'
import { courseOf } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { dayThere } from '../../i18n/day-there.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { printedName } from '../../lib/text/printed-name.ts'
import { Logo } from '../../ui/logo.tsx'
import styles from './certificate.module.css'

/**
 * The certificate itself, the same on screen and on paper. The certificate of the football series names the
 * series.
 */
export const CertificateSheet = ({
  document: { number, name, title, hours, course_id: course, issued_at: issuedAt },
  code,
}: {
  document: CertificateDocument
  /** The code that leads to the verification. */
  code: ReactNode
}) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const date = dayThere(locale, issuedAt)
  return (
    <article className={styles.sheet} aria-label={t('certificate.title')} data-paper>
      <div className={styles.top}>
        <Logo />
        {courseOf(course)?.isFIFA && <p className={styles.series}>{t('certificate.football')}</p>}
      </div>
      <div className={styles.statement}>
        <p>{t('certificate.certifies')}</p>
        <p className={styles.name} dir="auto" translate="no">
          {printedName(name)}
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
        {code}
      </div>
    </article>
  )
}
