import type { ReactNode } from 'react'
import styles from './banner.module.css'

/** A message above the page, with the buttons that respond to it, if there are any. */
export const Banner = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <output className={styles.banner}>
    <span className={styles.text}>{children}</span>
    {actions && <span className={styles.actions}>{actions}</span>}
  </output>
)
