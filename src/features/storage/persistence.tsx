import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './storage.module.css'

type Props = {
  /** Whether the browser has granted persistent storage, which it clears only if the coach asks for it. */
  isPersistent: boolean
  /** Asks the browser for persistent storage. Resolves to true if it was granted. */
  onPersist: () => Promise<boolean>
}

/** Shows whether the browser may clear the storage on its own, and a button that asks it not to. */
export const Persistence = ({ isPersistent, onPersist }: Props) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<'granted' | 'denied'>()
  const isGranted = isPersistent || outcome === 'granted'
  const requestPersistence = async () => setOutcome((await onPersist()) ? 'granted' : 'denied')
  return (
    <Notice tone={isGranted ? 'success' : 'warning'}>
      <p>{t(isGranted ? 'storage.persistent' : 'storage.notPersistent')}</p>
      {!isGranted && (
        <div className={styles.ask}>
          <Button variant="secondary" onClick={() => void requestPersistence()}>
            {t('storage.askPersistent')}
          </Button>
        </div>
      )}
      {outcome === 'denied' && <p>{t('storage.persistRefused')}</p>}
    </Notice>
  )
}
