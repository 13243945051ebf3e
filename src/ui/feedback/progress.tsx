import styles from './progress.module.css'

/** How much of a whole is done; without a value, that something is going on. */
export const Progress = ({ value, max, label }: { value?: number; max: number; label: string }) => (
  <progress className={styles.progress} value={value} max={max} aria-label={label} />
)
