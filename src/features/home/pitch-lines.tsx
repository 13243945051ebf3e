import styles from './home.module.css'

/** A pitch in chalk with a moving ball, as decoration. On a phone the text needs the space of the ball. */
export const PitchLines = () => (
  <svg
    className={styles.lines}
    viewBox="0 0 640 640"
    fill="none"
    aria-hidden="true"
    preserveAspectRatio="xMidYMid slice"
  >
    <g stroke="currentColor" strokeWidth="3">
      <path d="M40 -40v720M600 -40v720M40 320h560" />
      <circle cx="320" cy="320" r="104" />
      <path d="M176 -40v140h288V-40M176 680V540h288v140" />
      <path d="M256 100a80 80 0 0 0 128 0M256 540a80 80 0 0 1 128 0" />
    </g>
    <g className={styles.ball}>
      <path
        d="M150 600C210 520 260 430 384 262"
        stroke="var(--highlight)"
        strokeWidth="7"
        strokeDasharray="1 20"
        strokeLinecap="round"
      />
      <circle cx="398" cy="240" r="30" fill="var(--highlight)" />
    </g>
  </svg>
)
