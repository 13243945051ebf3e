import styles from './progress.module.css'

/** Shows how much is done; without a value, shows that something is in progress. */
export const Progress = ({ value, max, label }: { value?: number; max: number; label: string }) => (
  <progress className={styles.progress} value={value} max={max} aria-label={label} />
)
