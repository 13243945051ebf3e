import { useId, type ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import styles from './profile.module.css'

/** One part of the profile on a card of its own. */
export const ProfileSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Card className={styles.card}>
        <h2 id={heading}>{title}</h2>
        {children}
      </Card>
    </section>
  )
}
