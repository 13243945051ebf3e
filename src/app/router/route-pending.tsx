import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './route-pending.module.css'

/** Placeholder for a page that takes noticeably long to load. */
export const RoutePending = () => (
  <div className={styles.pending}>
    <Skeleton rows={6} />
  </div>
)
