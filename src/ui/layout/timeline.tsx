import type { ReactNode } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { classNames } from '../class-names.ts'
import styles from './timeline.module.css'

export const Timeline = ({ children }: { children: ReactNode }) => (
  <ol className={styles.timeline}>{children}</ol>
)

type RowProps = {
  /** ms since epoch. */
  at: number
  /** The state that colours the line beside the row, if it has a colour. */
  happened?: string | undefined
  what: ReactNode
  children: ReactNode
}

/** One event: when, what, and its text. */
export const TimelineRow = ({ at, happened = '', what, children }: RowProps) => {
  const { dateAndTime } = createTimeFormat(useLocale().code)
  return (
    <li className={classNames(styles.row, styles[happened])}>
      <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>
      <span className={styles.what}>{what}</span>
      {children}
    </li>
  )
}
