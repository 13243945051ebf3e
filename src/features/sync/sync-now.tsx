import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DeliveryReport, Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { reportText } from './report-text.ts'

/** ms; an answer that takes longer is announced as being on its way */
const promptly = 800

type Progress = { is: 'idle' } | { is: 'asked' } | { is: 'going-on' } | { is: 'done'; report: DeliveryReport }

/** The button that sends everything now, and says within a second what came of it, for as long as that is true. */
export const SyncNow = ({
  pending,
  onSync,
}: {
  /** What is left at this moment. */
  pending: Pending
  onSync: () => Promise<DeliveryReport>
}) => {
  const t = useTranslate()
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })
  const sync = async () => {
    setProgress({ is: 'asked' })
    const timer = setTimeout(() => setProgress({ is: 'going-on' }), promptly)
    const report = await onSync()
    clearTimeout(timer)
    setProgress({ is: 'done', report })
  }
  const isTrue = ({ toSend, needsYou }: Pending) => toSend === pending.toSend && needsYou === pending.needsYou
  const said = progress.is === 'done' && isTrue(progress.report) && reportText(progress.report, t)
  return (
    <>
      <div>
        <Button busy={progress.is === 'asked' || progress.is === 'going-on'} onClick={() => void sync()}>
          {t('outbox.syncNow')}
        </Button>
      </div>
      {progress.is === 'going-on' && <Notice tone="info">{t('outbox.report.goingOn')}</Notice>}
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
    </>
  )
}
