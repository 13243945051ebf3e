import type { ReactNode } from 'react'
import styles from './celebration.module.css'
import { Illustration } from './illustration.tsx'

/** Congratulates a coach on an achievement, with a rosette. `isNew`: it arrives in motion. */
export const Celebration = ({ isNew = false, children }: { isNew?: boolean; children: ReactNode }) => (
  <div className={styles.celebration} data-new={isNew || undefined}>
    <Illustration name="certificate" />
    <h2>{children}</h2>
  </div>
)
