import { useState, type ReactNode } from 'react'
import styles from './fold.module.css'

/** Something that is read only now and then: its summary, and the rest, drawn while it is open. */
export const Fold = ({
  summary,
  className,
  children,
}: {
  summary: ReactNode
  className?: string | undefined
  children: ReactNode
}) => {
  const [open, setOpen] = useState(false)
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{summary}</summary>
      {open && <div className={styles.content}>{children}</div>}
    </details>
  )
}
