import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** What a list shows while there is nothing in it: why, and what to do next. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children}
  </div>
)
