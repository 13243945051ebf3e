import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import styles from './outbox-screen.module.css'

/** One of the lists of the outbox, with how many entries it has; absent where it has none. */
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
  if (count === 0) return null
  return (
    <section className={styles.list}>
      <h2>
        {heading} <span className={styles.count}>{count.toLocaleString(locale.code)}</span>
      </h2>
      {children}
    </section>
  )
}
