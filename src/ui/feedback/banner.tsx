import type { ReactNode } from 'react'
import styles from './banner.module.css'

/** A message above the page, with optional buttons that respond to it. */
export const Banner = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <output className={styles.banner}>
    <span className={styles.text}>{children}</span>
    {actions && <span className={styles.actions}>{actions}</span>}
  </output>
)
