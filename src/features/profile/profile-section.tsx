import { createContext, use, useId, useState, type ReactNode, type Ref } from 'react'
import { Fold } from '../../ui/layout/fold.tsx'
import styles from './profile.module.css'

/** The part that a link targets: the hash of the address. */
export const LinkedSection = createContext('')

/**
 * Whether a part is open: from the moment when a link targets it or it needs the coach, until the coach folds
 * it.
 */
const useOpened = (id: string, needed = false): boolean => {
  const isWanted = use(LinkedSection) === id || needed
  const [opened, setOpened] = useState(isWanted)
  if (isWanted && !opened) setOpened(true)
  return opened
}

type Props = {
  /** The hash of a link to it. */
  id: string
  title: string
  /** Something in it needs the coach. */
  needed?: boolean
  /** Takes the focus when the focused element has been removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One part of the profile: a row that unfolds. */
export const ProfileSection = ({ id, title, needed, headingRef, children }: Props) => {
  const heading = useId()
  return (
    <section id={id} className={styles.section} aria-labelledby={heading}>
      <Fold
        open={useOpened(id, needed)}
        summary={
          <h2 id={heading} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
        }
      >
        {children}
      </Fold>
    </section>
  )
}
