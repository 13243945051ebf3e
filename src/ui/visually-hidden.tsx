import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text that only screen readers read. With `live`, they announce it whenever it changes. */
export const VisuallyHidden = ({ live = false, children }: { live?: boolean; children: ReactNode }) =>
  live ? (
    <output className={styles.hidden}>{children}</output>
  ) : (
    <span className={styles.hidden}>{children}</span>
  )
