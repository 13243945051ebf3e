import { toCertificateLink, toVerifyPageUrl } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import styles from './verify-code.module.css'

/** Shows how to verify a certificate: a QR code to scan, a link on screen, and a URL to type from paper. */
export const VerifyCode = ({ document, origin }: { document: CertificateDocument; origin: string }) => {
  const t = useTranslate()
  const link = toCertificateLink(origin, document)
  return (
    <figure className={styles.verify}>
      <QrCode className={styles.code} text={link} />
      <figcaption>
        <a href={link} className={standaloneLinkClass} data-only="screen">
          {t('certificate.verify')}
        </a>
        <span data-only="paper">
          {t('certificate.verifyAt', { address: toVerifyPageUrl(origin, document.locale) })}
        </span>
      </figcaption>
    </figure>
  )
}
