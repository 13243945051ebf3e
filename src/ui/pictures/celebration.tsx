import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './celebration.module.css'
import { CertificatePicture } from './illustration.tsx'
import { Ring } from './ring.tsx'

/**
 * Congratulates a coach on an achievement: with a tick in a ring for a part of a whole, with a rosette for the
 * whole. `isNew` animates it. `onShown` is called when the animation has ended, so that it is not repeated.
 */
export const Celebration = ({
  picture = 'rosette',
  isLarge = false,
  isNew = false,
  onShown,
  children,
}: {
  picture?: 'rosette' | 'tick'
  /** For an achievement that the screen is about. */
  isLarge?: boolean
  isNew?: boolean
  onShown?: (() => void) | undefined
  children: ReactNode
}) => (
  <div className={classNames(styles.celebration, isLarge && styles.large)} data-new={isNew || undefined}>
    {picture === 'rosette' ? (
      <div className={styles.rosette} onAnimationEnd={onShown}>
        <CertificatePicture />
      </div>
    ) : (
      <Ring share={1} className={styles.ring}>
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
