import styles from './profile.module.css'

/** An e-mail address, which goes on the next line at its @ or a full stop of it, not at a hyphen. */
export const EmailAddress = ({ email }: { email: string }) =>
  [...email.matchAll(/^[^@.]+|[@.][^@.]*/g)].map(({ 0: part, index }) => (
    <span key={index} className={styles.unbroken} translate="no">
      {part}
    </span>
  ))
