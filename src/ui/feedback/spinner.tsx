import styles from './spinner.module.css'

/** A turning ring. It is decorative, because `label` or the text next to it describes what is in progress. */
export const Spinner = ({ label }: { label?: string }) =>
  label === undefined ? (
    <span className={styles.ring} aria-hidden="true" />
  ) : (
    <output className={styles.labelled}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </output>
  )
