import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './disclosure.module.css'

type Props = {
  summary: ReactNode
  /** Opens or closes the disclosure whenever it changes. */
  open?: boolean
  /**
   * Renders the content only while open, for content that is large or sends requests. The browser's search
   * does not find it while closed.
   */
  lazy?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Opens a closed disclosure while the page is printed, so that its content is on the paper. */
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

/** A disclosure widget (`<details>`): shows a summary, and the content after a tap. For content that is rarely read. */
export const Disclosure = ({ summary, open = false, lazy = false, className, children }: Props) => {
  const [isOpen, setIsOpen] = useState(open)
  const detailsRef = useOpenWhilePrinting()
  return (
    <details
      // A lazy disclosure stays closed on paper, because its content would not be rendered before the printing
      // starts.
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
