import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Whether the browser may clear the storage, and a button that asks it not to. */
export const Persistence = ({
  persistent,
  onPersist,
}: {
  persistent: boolean
  onPersist: () => Promise<boolean>
}) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<'granted' | 'refused'>()
  const isGranted = persistent || outcome === 'granted'
  const request = async () => setOutcome((await onPersist()) ? 'granted' : 'refused')
  return (
    <Notice tone={isGranted ? 'success' : 'warning'}>
      <p>{t(isGranted ? 'storage.persistent' : 'storage.notPersistent')}</p>
      {!isGranted && (
        <div>
          <Button variant="secondary" onClick={() => void request()}>
            {t('storage.askPersistent')}
          </Button>
        </div>
      )}
      {outcome === 'refused' && <p>{t('storage.persistRefused')}</p>}
    </Notice>
  )
}
