import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

export type NoticeTone = 'info' | 'success' | 'warning' | 'error'

/** A message that stays on the page. Errors interrupt a screen reader; other messages wait. */
export const Notice = ({
  tone,
  title,
  children,
}: {
  tone: NoticeTone
  title?: string
  children?: ReactNode
}) => (
  <div className={classNames(styles.notice, styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
    {title !== undefined && <p className={styles.title}>{title}</p>}
    {typeof children === 'string' ? <span>{children}</span> : children}
  </div>
)
