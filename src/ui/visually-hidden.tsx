import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text only for screen readers; with `live` it is announced whenever it changes. */
export const VisuallyHidden = ({ live = false, children }: { live?: boolean; children: ReactNode }) =>
  live ? (
    <output className={styles.hidden}>{children}</output>
  ) : (
    <span className={styles.hidden}>{children}</span>
  )
