import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DeliveryReport, Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import styles from './outbox-screen.module.css'
import { reasonMessage } from './reasons.ts'

/** The result of "sync now" as text. */
const reportText = (
  { storage, sent, toSend, needsYou, waitingFor, unexpected }: DeliveryReport,
  offline: boolean,
  t: Translate,
): { tone: NoticeTone; text: string } => {
  if (storage === 'failed') return { tone: 'error', text: t('sync.storageFailed') }
  if (needsYou > 0) return { tone: 'warning', text: t('outbox.report.needsYou', { sent, count: needsYou }) }
  if (toSend > 0) {
    const reached = sent > 0 || reasonMessage(waitingFor) !== 'outbox.reason.unreachable'
    if (offline && !reached && !unexpected) return { tone: 'info', text: t('outbox.report.offline') }
    const known = waitingFor ? t(reasonMessage(waitingFor)) : ''
    const reason = unexpected ? t('outbox.reason.unexpected') : known
    return { tone: 'warning', text: t('outbox.report.left', { sent, left: toSend, reason }) }
  }
  if (sent > 0) return { tone: 'success', text: t('outbox.report.sent', { count: sent }) }
  return { tone: 'success', text: t('outbox.report.nothing') }
}

/** ms. A slower result is first announced as pending. */
const promptly = 800

type Progress =
  | { kind: 'idle' }
  | { kind: 'requested' }
  | { kind: 'running' }
  | { kind: 'done'; report: DeliveryReport }

/**
 * The button that sends everything now, if something waits. It shows the result within a second, for as long
 * as the result is valid.
 */
export const SyncNow = ({
  pending,
  offline,
  onSync,
  otherwise,
  next,
}: {
  /** What is left at this moment. */
  pending: Pending
  /** Waiting entries are sent automatically when the server can be reached again. */
  offline: boolean
  onSync: () => Promise<DeliveryReport>
  /** Shown while there is no result: entries that were sent automatically. */
  otherwise: ReactNode
  /** Takes the focus of the button, which disappears with the last entry. */
  next: RefObject<HTMLElement | null>
}) => {
  const t = useTranslate()
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const sync = async () => {
    setProgress({ kind: 'requested' })
    const timer = setTimeout(() => setProgress({ kind: 'running' }), promptly)
    const report = await onSync()
    clearTimeout(timer)
    setProgress({ kind: 'done', report })
  }
  const isTrue = ({ toSend, needsYou }: Pending) => toSend === pending.toSend && needsYou === pending.needsYou
  const onFocus = useFocusAfter(next)
  const waits = pending.toSend > 0
  const busy = progress.kind === 'requested' || progress.kind === 'running'
  const shown = progress.kind === 'done' && isTrue(progress.report) && reportText(progress.report, offline, t)
  return (
    <>
      {waits && offline && <Notice tone="info">{t('outbox.offline')}</Notice>}
      {(waits || busy) && (
        <div onFocus={onFocus}>
          <Button variant={offline ? 'secondary' : 'primary'} busy={busy} onClick={() => void sync()}>
            {t(offline ? 'outbox.tryNow' : 'outbox.syncNow')}
          </Button>
        </div>
      )}
      {progress.kind === 'running' && <Notice tone="info">{t('outbox.report.goingOn')}</Notice>}
      {shown && <Notice tone={shown.tone}>{shown.text}</Notice>}
      <output className={styles.sent}>{!shown && otherwise}</output>
    </>
  )
}
