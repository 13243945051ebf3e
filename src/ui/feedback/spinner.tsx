import styles from './spinner.module.css'

/** A turning ring. It is decoration: what is going on is said in words beside it, or with `label`. */
export const Spinner = ({ label }: { label?: string }) =>
  label === undefined ? (
    <span className={styles.ring} aria-hidden="true" />
  ) : (
    <output className={styles.labelled}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </output>
  )
