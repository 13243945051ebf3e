import type { ReactNode } from 'react'
import styles from './pinned-actions.module.css'

/**
 * The main button of a screen, within reach of the thumb: on a phone it stays above the bar while the content
 * scrolls, and the end of the page stays free for it (`shell.module.css`).
 */
export const PinnedActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.place} data-only="screen">
    <div className={styles.actions}>{children}</div>
  </div>
)
