import styles from './progress.module.css'

/** A progress bar. Without a `value`, it is indeterminate. */
export const Progress = ({ value, max, label }: { value?: number; max: number; label: string }) => (
  <progress className={styles.progress} value={value} max={max} aria-label={label} />
)
