import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for a screen reader alone; with `live` they are said whenever they change. */
export const VisuallyHidden = ({ live = false, children }: { live?: boolean; children: ReactNode }) =>
  live ? (
    <output className={styles.hidden}>{children}</output>
  ) : (
    <span className={styles.hidden}>{children}</span>
  )
