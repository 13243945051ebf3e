import styles from './profile.module.css'

/** An email address that breaks at its @ or a full stop, not at a hyphen. */
export const EmailAddress = ({ email }: { email: string }) =>
  [...email.matchAll(/^[^@.]+|[@.][^@.]*/g)].map(({ 0: part, index }) => (
    <span key={index} className={styles.unbroken} translate="no">
      {part}
    </span>
  ))
