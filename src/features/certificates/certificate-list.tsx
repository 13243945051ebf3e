import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { findCourse } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { formatLocalDay } from '../../i18n/local-day.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CertificatePreview } from './certificate-preview.tsx'
import styles from './certificate.module.css'
import type { CoachCertificates } from './use-certificate.ts'

type Props = { certificates: readonly CertificateDocument[] }

/** Links to the pages of certificates, with their dates and numbers. */
const CertificateLinks = ({ certificates }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <ul className={styles.list}>
      {certificates.map(({ number, course_id: courseId, title, issued_at: issuedAt }) => {
        const course = findCourse(courseId)
        const date = formatLocalDay(code, issuedAt)
        return (
          <li key={number}>
            {course && <LocaleLink to={`${t(course.slug)}/certificate`}>{title}</LocaleLink>}
            <p>{t('certificate.issuedOn', { date })}</p>
            <p translate="no">{t('certificate.number', { number })}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** A card with the certificates of a coach. Renders nothing if there are none. */
export const CertificateList = ({ certificates }: Props) => {
  const t = useTranslate()
  if (certificates.length === 0) return null
  return (
    <Card>
      <h2>{t('certificate.list')}</h2>
      <CertificateLinks certificates={certificates} />
    </Card>
  )
}

/**
 * The certificates of a coach, and the numbers of those that are invalid because of a new name. If there are
 * none, explains how to get the first certificate.
 */
export const OwnCertificates = ({ issued, replacedNumbers }: CoachCertificates) => {
  const t = useTranslate()
  if (issued.length + replacedNumbers.length === 0)
    return (
      <Card className={styles.none}>
        <CertificatePreview />
        <div className={styles.noneYet}>
          <h2>{t('profile.summary.noCertificate')}</h2>
          <p>{t('certificate.missingBody')}</p>
          <LocaleLink to={t('coursesHomeSlug')} className={buttonClass('secondary')}>
            {t('courses.backToCourses')}
          </LocaleLink>
        </div>
      </Card>
    )
  return (
    <>
      {issued.length > 0 && (
        <Card>
          <CertificateLinks certificates={issued} />
        </Card>
      )}
      {replacedNumbers.map((number) => (
        <Notice key={number} tone="info">
          {t('certificate.replaced', { number })}
        </Notice>
      ))}
    </>
  )
}
