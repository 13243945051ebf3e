import { createContext, use, useId, useState, type ReactNode, type Ref } from 'react'
import { Fold } from '../../ui/layout/fold.tsx'
import styles from './profile.module.css'

/** The id of the section that the hash of the URL names; empty if there is none. */
export const LinkedSection = createContext('')

/** Whether a section starts or becomes open: a link leads to it, or it has needed the coach. */
const useIsOpen = (id: string, needsAction = false): boolean => {
  const mustOpen = use(LinkedSection) === id || needsAction
  const [isOpen, setIsOpen] = useState(mustOpen)
  if (mustOpen && !isOpen) setIsOpen(true)
  return isOpen
}

type Props = {
  /** A link with this hash opens the section. */
  id: string
  title: string
  /** Something in the section needs the coach. */
  needsAction?: boolean
  /** Takes the focus when the focused element has been removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the profile: a row that unfolds. */
export const ProfileSection = ({ id, title, needsAction, headingRef, children }: Props) => {
  const headingId = useId()
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId}>
      <Fold
        open={useIsOpen(id, needsAction)}
        summary={
          <h2 id={headingId} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
        }
      >
        {children}
      </Fold>
    </section>
  )
}
