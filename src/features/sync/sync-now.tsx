import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DeliveryReport, Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { reasonMessage } from './reasons.ts'

/** What "sync now" did, in words. */
const reportText = (
  { storage, sent, toSend, needsYou, waitingFor, unexpected }: DeliveryReport,
  t: Translate,
): { tone: NoticeTone; text: string } => {
  if (storage === 'failed') return { tone: 'error', text: t('sync.storageFailed') }
  if (needsYou > 0) return { tone: 'warning', text: t('outbox.report.needsYou', { sent, count: needsYou }) }
  if (toSend > 0) {
    const known = waitingFor ? t(reasonMessage(waitingFor)) : ''
    const reason = unexpected ? t('outbox.reason.unexpected') : known
    return { tone: 'warning', text: t('outbox.report.left', { sent, left: toSend, reason }) }
  }
  if (sent > 0) return { tone: 'success', text: t('outbox.report.sent', { count: sent }) }
  return { tone: 'success', text: t('outbox.report.nothing') }
}

/** ms; a result that takes longer is announced as being on its way */
const promptly = 800

type Progress =
  | { is: 'idle' }
  | { is: 'requested' }
  | { is: 'running' }
  | { is: 'done'; report: DeliveryReport }

/** The button that sends everything now, and says within a second what came of it, for as long as that is true. */
export const SyncNow = ({
  pending,
  offline,
  onSync,
}: {
  /** What is left at this moment. */
  pending: Pending
  /** What waits goes by itself as soon as the server can be reached. */
  offline: boolean
  onSync: () => Promise<DeliveryReport>
}) => {
  const t = useTranslate()
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })
  const sync = async () => {
    setProgress({ is: 'requested' })
    const timer = setTimeout(() => setProgress({ is: 'running' }), promptly)
    const report = await onSync()
    clearTimeout(timer)
    setProgress({ is: 'done', report })
  }
  const isTrue = ({ toSend, needsYou }: Pending) => toSend === pending.toSend && needsYou === pending.needsYou
  const waits = pending.toSend > 0
  const shown = progress.is === 'done' && isTrue(progress.report) && reportText(progress.report, t)
  return (
    <>
      {waits && offline && <Notice tone="info">{t('outbox.offline')}</Notice>}
      <div>
        <Button
          variant={waits && !offline ? 'primary' : 'secondary'}
          busy={progress.is === 'requested' || progress.is === 'running'}
          onClick={() => void sync()}
        >
          {t('outbox.syncNow')}
        </Button>
      </div>
      {progress.is === 'running' && <Notice tone="info">{t('outbox.report.goingOn')}</Notice>}
      {shown && <Notice tone={shown.tone}>{shown.text}</Notice>}
    </>
  )
}
