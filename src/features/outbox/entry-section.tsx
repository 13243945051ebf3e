import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import styles from './outbox-screen.module.css'

/**
 * One of the lists of the outbox, with its number of entries. Events that the app records by itself are not
 * counted.
 */
export const EntrySection = ({
  heading,
  count,
  children,
}: {
  heading: string
  count: number
  children: ReactNode
}) => {
  const locale = useLocale()
  return (
    <section className={styles.list}>
      <h2>
        <span>{heading}</span>
        {count > 0 && <span className={styles.count}>{` ${count.toLocaleString(locale.code)}`}</span>}
      </h2>
      {children}
    </section>
  )
}
