import { certificateLink, verifyAddress } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import styles from './paper.module.css'
import { QrCode } from './qr-code.tsx'

/**
 * How to verify a certificate: a code to scan, a link to open on a screen, and an address to type from paper.
 */
export const VerifyCode = ({ document, origin }: { document: CertificateDocument; origin: string }) => {
  const t = useTranslate()
  const link = certificateLink(origin, document)
  return (
    <figure className={styles.verify}>
      <QrCode className={styles.code} text={link} />
      <figcaption>
        <a href={link} className={aloneLink} data-only="screen">
          {t('certificate.verify')}
        </a>
        <span data-only="paper">
          {t('certificate.verifyAt', { address: verifyAddress(origin, document.locale) })}
        </span>
      </figcaption>
    </figure>
  )
}
