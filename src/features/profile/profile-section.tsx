import { useId, type ReactNode, type Ref } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import styles from './profile.module.css'

type Props = {
  title: string
  /** Takes the focus when the element that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One part of the profile on a card of its own. */
export const ProfileSection = ({ title, headingRef, children }: Props) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Card className={styles.card}>
        <h2 id={heading} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}
