import type { ReactNode } from 'react'
import styles from './illustration.module.css'

/**
 * A player as in the films (`films/drawing/cast.ts`), whose feet are at [0, 0]. `arms` is the path of both
 * arms, from the shoulders at [±8, -30].
 */
const Player = ({ x, look, arms }: { x: number; look: 'curls' | 'ponytail' | 'headscarf'; arms: string }) => (
  <g className={`${styles.player} ${styles[look]}`} transform={`translate(${x} 86)`}>
    <path className={styles.limbs} d="M-3-16-4-1M3-16 4-1" />
    <path className={styles.arms} d={arms} />
    {look === 'ponytail' && <ellipse className={styles.hair} cx="10" cy="-38" rx="3" ry="7" />}
    {look === 'headscarf' && <path className={styles.hair} d="M-9-41-10-27H10L9-41z" />}
    <rect className={styles.shirt} x="-8" y="-33" width="16" height="19" rx="6" />
    {look === 'curls' && (
      <path className={styles.hair} d="M-8-37a5 5 0 0 1-1-9 6 6 0 0 1 9-6 6 6 0 0 1 9 6 5 5 0 0 1-1 9z" />
    )}
    {look === 'headscarf' && <circle className={styles.hair} cy="-41" r="9" />}
    <circle className={styles.skin} cy="-40" r={look === 'headscarf' ? 6 : 8} />
    {look === 'ponytail' && <path className={styles.hair} d="M-8-41a8 8 0 0 1 16 0q-8-5-16 0z" />}
    {look === 'curls' && <path className={styles.hair} d="M-8-41a8 8 0 0 1 16 0q-8-4-16 0z" />}
    <circle className={styles.eye} cx="-2.9" cy="-39" r="1.3" />
    <circle className={styles.eye} cx="2.9" cy="-39" r="1.3" />
    <path className={styles.smile} d="M-2-36.4q2 2 4 0" />
  </g>
)

/** A decorative image next to a text that says the same. Drawn on 160 × 100, in the colours of the theme. */
const Illustration = ({ children }: { children: ReactNode }) => (
  <svg className={styles.illustration} viewBox="0 0 160 100" aria-hidden="true">
    {children}
  </svg>
)

/** A goal: the ball in the net, and a player who cheers. */
export const DonePicture = () => (
  <Illustration>
    <path className={styles.grass} d="M14 86h132" />
    <path className={styles.net} d="M52 26 44 86M70 26v60M90 26v60M108 26l8 60M37 46h86M33 66h94" />
    <path className={styles.line} d="M28 86V26h104v60" />
    <circle className={styles.paper} cx="108" cy="76" r="10" />
    <path className={styles.ink} d="m108 72 4 3-1 5h-6l-1-5z" />
    <Player x={72} look="curls" arms="M-8-29-17-46M8-29 17-46" />
  </Illustration>
)

/** A video and who is in it, for files that do not exist yet. */
export const FilesPicture = () => (
  <Illustration>
    <path className={styles.grass} d="M14 86h132" />
    <rect className={styles.paper} x="38" y="18" width="84" height="58" rx="8" />
    <path
      className={styles.net}
      d="M38 32h84M38 62h84M52 18v14M66 18v14M94 18v14M108 18v14M52 62v14M66 62v14M94 62v14M108 62v14"
    />
    <path className={styles.accent} d="m73 39 17 8-17 8z" />
    <Player x={132} look="ponytail" arms="M-8-29-16-34M8-29 12-16" />
  </Illustration>
)

/** A corner flag on an empty pitch, and a player who shrugs. */
export const LostPicture = () => (
  <Illustration>
    <path className={styles.grass} d="M14 86h132" />
    <path className={styles.net} d="M66 86a24 24 0 0 1 48 0" />
    <path className={styles.highlight} d="M90 16h40l-10 11 10 11H90z" />
    <path className={styles.line} d="M90 86V14" />
    <Player x={44} look="headscarf" arms="M-8-29-18-27M8-29 18-27" />
  </Illustration>
)

/** A deflated ball, and a player who shrugs. */
export const FailedPicture = () => (
  <Illustration>
    <path className={styles.grass} d="M14 86h132" />
    <path
      className={styles.paper}
      d="M44 78c0-14 14-22 26-20 6 1 8 5 14 4 14-2 32 4 32 16 0 5-8 8-36 8s-36-3-36-8z"
    />
    <path className={styles.ink} d="m72 68 10 3-3 8H66l-3-7z" />
    <path className={styles.net} d="M118 52c6-2 6-10 12-12M112 42c4-3 2-9 6-14M124 62c6 0 10-6 16-6" />
    <Player x={24} look="curls" arms="M-8-29-18-27M8-29 18-27" />
  </Illustration>
)

/** A mast whose signal is crossed out, and a player who looks for one. */
export const OfflinePicture = () => (
  <Illustration>
    <path className={styles.grass} d="M14 86h132" />
    <path className={styles.line} d="M80 86V52" />
    <circle className={styles.highlight} cx="80" cy="46" r="7" />
    <path
      className={styles.net}
      d="M62 62a24 24 0 0 1 0-32M98 62a24 24 0 0 0 0-32M50 72a40 40 0 0 1 0-52M110 72a40 40 0 0 0 0-52"
    />
    <path className={styles.alarm} d="M42 80 120 14" />
    <Player x={137} look="ponytail" arms="M-8-29-15-20M8-29 16-46" />
  </Illustration>
)

/** A rosette with a star. */
export const CertificatePicture = () => (
  <Illustration>
    <path className={styles.accent} d="m62 56-12 34 16-6 8 14 10-30zM98 56l12 34-16-6-8 14-10-30z" />
    <circle className={styles.highlight} cx="80" cy="40" r="28" />
    <path className={styles.onHighlight} d="m80 24 5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2z" />
  </Illustration>
)
