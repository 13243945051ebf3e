import { useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import styles from './outbox-screen.module.css'

/**
 * Shows the last deleted entry, and restores it. Its button takes the focus from the button of the deleted
 * entry.
 */
export const DeletedEntry = ({ title, onUndo }: { title: string; onUndo: () => void }) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.deleted}>
      <output>{t('outbox.deleted', { title })}</output>
      <Button ref={button} variant="secondary" onClick={onUndo}>
        {t('common.undo')}
      </Button>
    </div>
  )
}
