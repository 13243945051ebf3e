import { encodeQR } from 'qr'
import { certificateLink, verifyPageUrl } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import styles from './paper.module.css'

/** The width of the white border that the standard requires, in modules of the code. */
const border = 4

/** A text as a QR code, drawn as one path. */
const QrCode = ({ text, className }: { text: string; className?: string | undefined }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={className} viewBox={`0 0 ${rows.length} ${rows.length}`} aria-hidden>
      <rect width="100%" height="100%" fill="var(--code-ground)" />
      <path d={path} fill="var(--code)" shapeRendering="crispEdges" />
    </svg>
  )
}

/** How to verify a certificate: a QR code to scan, a link on a screen, and a URL to type from paper. */
export const VerifyCode = ({ document, origin }: { document: CertificateDocument; origin: string }) => {
  const t = useTranslate()
  const link = certificateLink(origin, document)
  return (
    <figure className={styles.verify}>
      <QrCode className={styles.code} text={link} />
      <figcaption>
        <a href={link} className={standaloneLink} data-only="screen">
          {t('certificate.verify')}
        </a>
        <span data-only="paper">
          {t('certificate.verifyAt', { address: verifyPageUrl(origin, document.locale) })}
        </span>
      </figcaption>
    </figure>
  )
}
