import type { ReactNode } from 'react'
import styles from './celebration.module.css'
import { Illustration } from './illustration.tsx'
import { Ring } from './ring.tsx'

/**
 * Congratulates a coach on an achievement with a rosette or, for a part of a whole, with a ring that is
 * filled to `share` (0 to 1). `isNew` animates it. `onShown` is called when the animation has ended, so that it
 * is not repeated.
 */
export const Celebration = ({
  share,
  isNew = false,
  onShown,
  children,
}: {
  share?: number
  isNew?: boolean
  onShown?: (() => void) | undefined
  children: ReactNode
}) => (
  <div className={styles.celebration} data-new={isNew || undefined}>
    {share === undefined ? (
      <div className={styles.rosette} onAnimationEnd={onShown}>
        <Illustration name="certificate" />
      </div>
    ) : (
      <Ring share={share} className={styles.ring}>
        <path
          className={styles.tick}
          d="M20 33l8 8 16-17"
          pathLength="1"
          strokeDasharray="1"
          onAnimationEnd={onShown}
        />
      </Ring>
    )}
    <h2>{children}</h2>
  </div>
)
