import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ring.module.css'

/** Draws a share of a whole, from 0 to 1, as a ring on 64 × 64 units, with `children` in its middle. */
export const Ring = ({
  share,
  className,
  children,
}: {
  share: number
  className?: string | undefined
  children?: ReactNode
}) => (
  <svg className={classNames(styles.ring, className)} viewBox="0 0 64 64" aria-hidden="true">
    <circle className={styles.track} cx="32" cy="32" r="28" pathLength="1" />
    {/* Hidden at 0, because some browsers draw a dash without length as a dot. */}
    <circle
      className={styles.fill}
      cx="32"
      cy="32"
      r="28"
      pathLength="1"
      strokeDasharray={`${share} 1`}
      opacity={share > 0 ? undefined : 0}
    />
    {children}
  </svg>
)
