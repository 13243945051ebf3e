import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './fold.module.css'

type Props = {
  summary: ReactNode
  /** Open from the start. */
  open?: boolean
  /** What is large, or asks for something, is drawn only while it is open; the browser's search does not find it before. */
  lazy?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Paper cannot be tapped: what is folded is open while it is printed. */
const useUnfoldedOnPaper = () => {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const unfold = () => {
      const details = fold.current
      if (!details || details.open) return
      details.open = true
      addEventListener('afterprint', () => (details.open = false), { once: true })
    }
    addEventListener('beforeprint', unfold)
    return () => removeEventListener('beforeprint', unfold)
  }, [])
  return fold
}

/** Something that is read only now and then: its summary, and the rest behind a tap. */
export const Fold = ({ summary, open = false, lazy = false, className, children }: Props) => {
  const [isOpen, setIsOpen] = useState(open)
  const fold = useUnfoldedOnPaper()
  return (
    <details
      ref={lazy ? null : fold}
      className={className}
      open={open}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>{summary}</summary>
      {(isOpen || !lazy) && <div className={styles.content}>{children}</div>}
    </details>
  )
}
