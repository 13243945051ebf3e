import { sealShapes } from '../../ui/pictures/seal.tsx'
import styles from './certificate-preview.module.css'

/** The parts of the seal that stand out from its rosette. */
const isRaised = (colour: (typeof sealShapes)[number]['colour']) => colour === 'sun'

/**
 * A pale picture of a certificate that is not earned yet: its lines without text, and its seal in grey.
 * Decorative, because the text below says what is missing.
 */
export const CertificatePreview = () => (
  <svg className={styles.preview} viewBox="0 0 228 160" aria-hidden="true" data-only="screen">
    <rect className={styles.paper} x="1.5" y="1.5" width="225" height="157" />
    <rect className={styles.border} x="8.5" y="8.5" width="211" height="143" />
    <path className={styles.strong} d="M69 34h90M49 70h130" />
    <path className={styles.text} d="M84 52h60M64 86h100M26 128h48M26 138h32" />
    <g className={styles.medal} transform="translate(160 92) scale(0.44)">
      {sealShapes.map(({ colour, path }) => (
        <path key={path} className={isRaised(colour) ? styles.raised : styles.seal} d={path} />
      ))}
    </g>
  </svg>
)
