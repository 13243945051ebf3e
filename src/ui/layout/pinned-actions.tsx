import type { ReactNode } from 'react'
import styles from './pinned-actions.module.css'

/** The main button of a screen, within reach of the thumb: it stays above the bar while the content scrolls. */
export const PinnedActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions} data-only="screen">
    {children}
  </div>
)
