import { useTranslate } from '../../i18n/use-translate.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './skeleton.module.css'

/** A placeholder while content is loading, which screen readers announce. */
export const Skeleton = ({ rows, label }: { rows: number; label?: string }) => {
  const t = useTranslate()
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden live>{label ?? t('common.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </div>
  )
}
