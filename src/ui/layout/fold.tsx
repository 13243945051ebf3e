import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './fold.module.css'

type Props = {
  summary: ReactNode
  /** Opens or closes the fold whenever it changes. */
  open?: boolean
  /**
   * Renders the content only while open, for content that is large or sends requests. The browser's search
   * does not find it while closed.
   */
  lazy?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Opens a closed fold while the page is printed, so that its content is on the paper. */
const useOpenWhilePrinting = () => {
  const detailsRef = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const openForPrint = () => {
      const details = detailsRef.current
      if (!details || details.open) return
      details.open = true
      addEventListener('afterprint', () => (details.open = false), { once: true })
    }
    addEventListener('beforeprint', openForPrint)
    return () => removeEventListener('beforeprint', openForPrint)
  }, [])
  return detailsRef
}

/** A disclosure for content that is rarely read: shows its summary, and the content after a tap. */
export const Fold = ({ summary, open = false, lazy = false, className, children }: Props) => {
  const [isOpen, setIsOpen] = useState(open)
  const detailsRef = useOpenWhilePrinting()
  return (
    <details
      // A lazy fold stays closed on paper, because its content would not be rendered before the printing
      // begins.
      ref={lazy ? null : detailsRef}
      className={className}
      open={open}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>{summary}</summary>
      {(isOpen || !lazy) && <div className={styles.content}>{children}</div>}
    </details>
  )
}
