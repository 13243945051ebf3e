import styles from './confirm-sign-in.module.css'

/** The introduction of a step, and on a line of its own the account or the address that it is about. */
export const AddressIntro = ({ text, address }: { text: string; address: string }) => (
  <>
    <span>{text}</span>{' '}
    <strong className={styles.address} translate="no">
      {address}
    </strong>
  </>
)
