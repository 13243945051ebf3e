import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import styles from './update-banner.module.css'

/** Says that a new version is ready. It is the coach who decides when: a form may be half filled. */
export const UpdateBanner = ({ onApply, onLater }: { onApply: () => void; onLater: () => void }) => {
  const t = useWords()
  return (
    <output className={styles.banner}>
      <span>{t('update.ready')}</span>
      <span className={styles.actions}>
        <Button variant="secondary" onClick={onApply}>
          {t('update.apply')}
        </Button>
        <Button variant="quiet" onClick={onLater}>
          {t('update.later')}
        </Button>
      </span>
    </output>
  )
}
