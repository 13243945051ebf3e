import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DeliveryReport, Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import styles from './outbox-screen.module.css'
import { getReasonMessage } from './reason-messages.ts'

type ResultMessage = { tone: NoticeTone; text: string }

/** Describes why entries are left to send. */
const describeLeftEntries = (
  { sent, toSend, waitingFor, unexpectedError }: DeliveryReport,
  isOffline: boolean,
  t: Translate,
): ResultMessage => {
  const wasServerReached = sent > 0 || getReasonMessage(waitingFor) !== 'outbox.reason.unreachable'
  if (isOffline && !wasServerReached && !unexpectedError)
    return { tone: 'info', text: t('outbox.report.offline') }
  const waitingReason = waitingFor ? t(getReasonMessage(waitingFor)) : ''
  const reason = unexpectedError ? t('outbox.reason.unexpected') : waitingReason
  return { tone: 'warning', text: t('outbox.report.left', { sent, left: toSend, reason }) }
}

/** Describes the result of a delivery that the coach requested. */
const describeResult = (report: DeliveryReport, isOffline: boolean, t: Translate): ResultMessage => {
  const { storage, sent, toSend, needsAction } = report
  if (storage === 'failed') return { tone: 'error', text: t('sync.storageFailed') }
  if (needsAction > 0)
    return { tone: 'warning', text: t('outbox.report.needsYou', { sent, count: needsAction }) }
  if (toSend > 0) return describeLeftEntries(report, isOffline, t)
  if (sent > 0) return { tone: 'success', text: t('outbox.report.sent', { count: sent }) }
  return { tone: 'success', text: t('outbox.report.nothing') }
}

/** A delivery that takes longer than this is announced as still in progress. */
const runningAfterMs = 800

type Progress =
  | { kind: 'idle' }
  | { kind: 'requested' }
  | { kind: 'running' }
  | { kind: 'done'; report: DeliveryReport }

/**
 * The button that sends everything now, if something waits. Within a second, it shows the result, or that the
 * delivery is still in progress. The result is shown until the outbox changes.
 */
export const SyncNow = ({
  pending,
  offline,
  onSync,
  fallback,
  focusAfter,
}: {
  /** The numbers of entries that are unsent at this moment. */
  pending: Pending
  /** Whether the server cannot be reached. When it can, waiting entries are sent automatically. */
  offline: boolean
  onSync: () => Promise<DeliveryReport>
  /** Shown while there is no result: entries that were sent automatically. */
  fallback: ReactNode
  /** Takes the focus of the button, which disappears with the last entry. */
  focusAfter: RefObject<HTMLElement | null>
}) => {
  const t = useTranslate()
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const sync = async () => {
    setProgress({ kind: 'requested' })
    const timer = setTimeout(() => setProgress({ kind: 'running' }), runningAfterMs)
    const report = await onSync()
    clearTimeout(timer)
    setProgress({ kind: 'done', report })
  }
  /** Whether the outbox has not changed since a report. */
  const isCurrent = ({ toSend, needsAction }: Pending) =>
    toSend === pending.toSend && needsAction === pending.needsAction
  const onFocus = useFocusAfterRemoval(focusAfter)
  const hasUnsent = pending.toSend > 0
  const isBusy = progress.kind === 'requested' || progress.kind === 'running'
  const result =
    progress.kind === 'done' && isCurrent(progress.report) && describeResult(progress.report, offline, t)
  return (
    <>
      {hasUnsent && offline && <Notice tone="info">{t('outbox.offline')}</Notice>}
      {(hasUnsent || isBusy) && (
        <div onFocus={onFocus}>
          <Button variant={offline ? 'secondary' : 'primary'} busy={isBusy} onClick={() => void sync()}>
            {t(offline ? 'outbox.tryNow' : 'outbox.syncNow')}
          </Button>
        </div>
      )}
      {progress.kind === 'running' && <Notice tone="info">{t('outbox.report.goingOn')}</Notice>}
      {result && <Notice tone={result.tone}>{result.text}</Notice>}
      <output className={styles.sent}>{!result && fallback}</output>
    </>
  )
}
