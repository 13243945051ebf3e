import styles from '../../ui/pictures/illustration.module.css'

/** A closed lock, for pages that do not open yet. It is decorative, like the pictures of `ui/pictures/illustration.tsx`. */
export const LockPicture = () => (
  <svg className={styles.illustration} viewBox="0 0 160 100" aria-hidden="true">
    <path className={styles.grass} d="M14 92h132" />
    <path className={styles.line} d="M62 46V32a18 18 0 0 1 36 0v14" />
    <rect className={styles.highlight} x="50" y="46" width="60" height="44" rx="8" />
    <circle className={styles.onHighlight} cx="80" cy="64" r="6" />
    <path className={styles.onHighlight} d="m77 66-3 14h12l-3-14z" />
  </svg>
)
