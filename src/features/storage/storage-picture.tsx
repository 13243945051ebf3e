import type { StorageUsage } from '../../offline/storage-usage.ts'
import { partsOf } from './storage-parts.ts'
import styles from './storage.module.css'

/**
 * The used space as a bar: each kind is as wide as it is large, in the order of the rows below, which contain
 * the same as text.
 */
export const StoragePicture = ({ usage }: { usage: StorageUsage }) => (
  <div className={styles.picture} aria-hidden="true">
    {partsOf(usage).map(({ kind, bytes }) => (
      <span key={kind} data-kind={kind} style={{ flexGrow: bytes }} />
    ))}
  </div>
)
