import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Whether the browser may clear what is kept here, and the question not to. */
export const Persistence = ({
  persistent,
  onPersist,
}: {
  persistent: boolean
  onPersist: () => Promise<boolean>
}) => {
  const t = useTranslate()
  const [answer, setAnswer] = useState<'promised' | 'refused'>()
  const promised = persistent || answer === 'promised'
  const ask = async () => setAnswer((await onPersist()) ? 'promised' : 'refused')
  return (
    <Notice tone={promised ? 'success' : 'warning'}>
      <p>{t(promised ? 'storage.persistent' : 'storage.notPersistent')}</p>
      {!promised && (
        <div>
          <Button variant="secondary" onClick={() => void ask()}>
            {t('storage.askPersistent')}
          </Button>
        </div>
      )}
      {answer === 'refused' && <p>{t('storage.persistRefused')}</p>}
    </Notice>
  )
}
