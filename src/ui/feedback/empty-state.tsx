import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './empty-state.module.css'

/** Shown by a list that is empty: why, and what to do next. */
export const EmptyState = ({
  title,
  picture,
  children,
}: {
  title?: string
  /** A decorative picture. */
  picture?: ReactNode
  children?: ReactNode
}) => (
  <div className={classNames(styles.empty, picture === undefined && styles.small)}>
    {picture}
    {title !== undefined && <p className={styles.title}>{title}</p>}
    {children}
  </div>
)
