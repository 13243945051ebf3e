import type { ReactNode } from 'react'
import styles from './celebration.module.css'
import { Illustration } from './illustration.tsx'

/** A part of a whole, from 0 to 1, as a ring with a tick. */
const Ring = ({ share }: { share: number }) => (
  <svg className={styles.ring} viewBox="0 0 64 64" aria-hidden="true">
    <circle className={styles.track} cx="32" cy="32" r="28" pathLength="1" />
    <circle className={styles.fill} cx="32" cy="32" r="28" pathLength="1" strokeDasharray={`${share} 1`} />
    <path className={styles.tick} d="M20 33l8 8 16-17" pathLength="1" strokeDasharray="1" />
  </svg>
)

/**
 * Congratulates a coach on an achievement: with a rosette, or on a part of a whole with a ring that is filled to
 * `share`, from 0 to 1. `isNew`: the picture is drawn in motion.
 */
export const Celebration = ({
  share,
  isNew = false,
  children,
}: {
  share?: number
  isNew?: boolean
  children: ReactNode
}) => (
  <div className={styles.celebration} data-new={isNew || undefined}>
    {share === undefined ? (
      <div className={styles.rosette}>
        <Illustration name="certificate" />
      </div>
    ) : (
      <Ring share={share} />
    )}
    <h2>{children}</h2>
  </div>
)
