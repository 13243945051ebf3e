import type { ReactNode } from 'react'
import styles from './celebration.module.css'
import { Illustration } from './illustration.tsx'

/** Congratulates a coach on an achievement, with a rosette. */
export const Celebration = ({ children }: { children: ReactNode }) => (
  <div className={styles.celebration}>
    <Illustration name="certificate" />
    <h2>{children}</h2>
  </div>
)
