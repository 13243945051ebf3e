import type { Certificate } from '../../contract/product-api/certificate.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './certificate.module.css'

/** The certificate itself, on screen as it is on paper. That of the football series says so. */
export const CertificateSheet = ({
  certificate: { certificate_id: number, issued_at: issuedAt, isFIFA },
  name,
  course,
}: {
  certificate: Certificate
  /** The coach's */
  name: string
  /** The course's title */
  course: string
}) => {
  const t = useTranslate()
  const { code, logo } = useLocale()
  const date = new Date(issuedAt).toLocaleDateString(code, { dateStyle: 'long' })
  return (
    <article className={styles.sheet} aria-label={t('certificate.title')} data-paper>
      <div className={styles.top}>
        <img src={`/logos/${logo}.svg`} height={52} alt={t('site.title')} />
        {isFIFA && <p className={styles.series}>{t('certificate.football')}</p>}
      </div>
      <div className={styles.statement}>
        <p>{t('certificate.certifies')}</p>
        <p className={styles.name}>{name}</p>
        <p>{t('certificate.completed')}</p>
        <p className={styles.course}>{course}</p>
      </div>
      <div className={styles.bottom}>
        <p>{t('certificate.issuedOn', { date })}</p>
        <p>{t('certificate.number', { number })}</p>
        <img src="/logos/parent-company.svg" height={28} alt={t('footer.parentCompany')} />
      </div>
    </article>
  )
}
