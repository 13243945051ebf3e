import type { ReactNode } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { classNames } from '../class-names.ts'
import styles from './timeline.module.css'

/** A list of events, each with its time. */
export const Timeline = ({ children }: { children: ReactNode }) => (
  <ol className={styles.timeline}>{children}</ol>
)

type RowProps = {
  /** In ms since the epoch. */
  at: number
  /** The kind of event. Colours the line next to the row if the style sheet has a class for it. */
  kind?: string | undefined
  /** The name of the event. */
  title: ReactNode
  children: ReactNode
}

/** An event with its time, its name and a text about it. */
export const TimelineRow = ({ at, kind = '', title, children }: RowProps) => {
  const { dateAndTime } = createTimeFormat(useLocale().code)
  return (
    <li className={classNames(styles.row, styles[kind])}>
      <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>
      <span className={styles.title}>{title}</span>
      {children}
    </li>
  )
}
