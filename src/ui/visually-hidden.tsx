import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for a screen reader alone; with `live` they are said whenever they change. */
export const Spoken = ({ live = false, children }: { live?: boolean; children: ReactNode }) =>
  live ? (
    <output className={styles.spoken}>{children}</output>
  ) : (
    <span className={styles.spoken}>{children}</span>
  )
