import styles from './confirm-sign-in.module.css'

/** The introduction of a step. The account or the address that it is about is on a separate line. */
export const AddressIntro = ({ text, address }: { text: string; address: string }) => (
  <>
    <span>{text}</span>{' '}
    <strong className={styles.address} translate="no">
      {address}
    </strong>
  </>
)
