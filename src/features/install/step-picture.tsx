import styles from './install.module.css'

/** The drawings of the steps. `styles.mark` highlights where to tap. */
const pictures = {
  /** A phone with the share button in the middle of its lower bar. */
  share: (
    <>
      <rect x="30" y="6" width="60" height="108" rx="9" className={styles.device} />
      <path d="M30 94h60" className={styles.line} />
      <circle cx="60" cy="104" r="8.5" className={styles.mark} />
      <path d="M57 103.5h-1.5v5.5h9v-5.5H63M60 106v-8m-2.5 2.5 2.5-2.5 2.5 2.5" className={styles.sign} />
    </>
  ),
  /** A list of actions with one of them marked. */
  'add-to-home': (
    <>
      <rect x="16" y="14" width="88" height="92" rx="9" className={styles.device} />
      <path d="M28 32h44M28 88h36" className={styles.line} />
      <rect x="20" y="46" width="80" height="28" rx="6" className={styles.mark} />
      <path d="M28 60h40" className={styles.sign} />
      <rect x="79" y="53" width="14" height="14" rx="3" className={styles.sign} />
      <path d="M86 57v6m-3-3h6" className={styles.sign} />
    </>
  ),
  /** A home screen with the app's icon among others. */
  'home-screen': (
    <>
      <rect x="30" y="6" width="60" height="108" rx="9" className={styles.device} />
      {[20, 46].map((y) => (
        <g key={y} className={styles.icon}>
          <rect x="38" y={y} width="18" height="18" rx="4" />
          <rect x="64" y={y} width="18" height="18" rx="4" />
        </g>
      ))}
      <rect x="38" y="72" width="18" height="18" rx="4" className={styles.app} />
      <circle cx="49" cy="81" r="4.5" className={styles.ball} />
    </>
  ),
  /** A browser's bar with its menu marked. */
  menu: (
    <>
      <rect x="14" y="24" width="92" height="72" rx="7" className={styles.device} />
      <path d="M14 44h92M24 34h50" className={styles.line} />
      <circle cx="94" cy="34" r="8.5" className={styles.mark} />
      <path d="M94 30v.1M94 34v.1M94 38v.1" className={styles.sign} />
    </>
  ),
  /** A browser's address bar with the icon at its end marked. */
  'address-bar': (
    <>
      <rect x="14" y="24" width="92" height="72" rx="7" className={styles.device} />
      <path d="M14 46h92" className={styles.line} />
      <rect x="22" y="29" width="76" height="12" rx="6" className={styles.line} />
      <circle cx="90" cy="35" r="8.5" className={styles.mark} />
      <path d="M90 31v6m-2.5-2.5 2.5 2.5 2.5-2.5M86 39.5h8" className={styles.sign} />
    </>
  ),
  /** A question in the middle of a browser's window, with its button marked. */
  dialog: (
    <>
      <rect x="14" y="24" width="92" height="72" rx="7" className={styles.device} />
      <path d="M14 40h92" className={styles.line} />
      <rect x="30" y="48" width="60" height="40" rx="5" className={styles.device} />
      <path d="M38 58h34" className={styles.line} />
      <rect x="58" y="68" width="26" height="13" rx="6.5" className={styles.mark} />
      <path d="m67 74.5 3 3 6-6" className={styles.sign} />
    </>
  ),
}

export type PictureName = keyof typeof pictures

/** A drawing of where to tap. It is hidden from screen readers, because the text next to it says the same. */
export const StepPicture = ({ picture }: { picture: PictureName }) => (
  <svg className={styles.picture} viewBox="0 0 120 120" width="96" height="96" aria-hidden="true">
    {pictures[picture]}
  </svg>
)
