import type { Translate } from '../../i18n/translate.ts'
import type { DeliveryReport } from '../../outbox/outbox.ts'
import type { NoticeTone } from '../../ui/feedback/notice.tsx'
import { reasonMessage } from './reasons.ts'

/** What "sync now" did, in words. */
export const reportText = (
  { storage, sent, toSend, needsYou, waiting }: DeliveryReport,
  t: Translate,
): { tone: NoticeTone; text: string } => {
  if (storage === 'failed') return { tone: 'error', text: t('sync.storageFailed') }
  if (needsYou > 0) return { tone: 'warning', text: t('outbox.report.needsYou', { sent, count: needsYou }) }
  if (toSend > 0) {
    const reason = waiting ? t(reasonMessage(waiting.code)) : ''
    return { tone: 'warning', text: t('outbox.report.left', { sent, left: toSend, reason }) }
  }
  if (sent > 0) return { tone: 'success', text: t('outbox.report.sent', { count: sent }) }
  return { tone: 'success', text: t('outbox.report.nothing') }
}
