import type { TimeFormat } from '../../i18n/time-format.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { needsSignIn, getEntryReasonMessage, getReasonMessage } from './reason-messages.ts'

type StateContext = {
  t: Translate
  format: Pick<TimeFormat, 'time'>
  /** Whether another entry has to be sent first. */
  waitsForOther: boolean
  /** The wait that delays every entry. */
  outboxWait: Wait | undefined
  /** In ms since the epoch. */
  now: number
  /**
   * Whether to hide that the server did not respond, because the screen already shows it elsewhere or the app
   * is sending at this moment.
   */
  shouldHideUnreachableReason: boolean
}

/**
 * Returns the wait that ends later: the entry's own, or the outbox's, which delays every entry. An outbox's
 * wait for a sign-in has no known end, so it is treated as the longer wait.
 */
const findLongerWait = (entryWait: Wait | undefined, outboxWait: Wait | undefined): Wait | undefined => {
  if (!entryWait || !outboxWait) return entryWait ?? outboxWait
  const isOutboxWaitLonger = needsSignIn(outboxWait.code) || outboxWait.until > entryWait.until
  return isOutboxWaitLonger ? outboxWait : entryWait
}

/**
 * Describes why an entry is still on this device: the coach must act, it follows another entry, or it waits.
 * If it waits after a failed attempt, the text contains the reason and the time of the next attempt.
 */
export const formatEntryState = (
  { state, receipt }: Entry,
  { t, waitsForOther, outboxWait, format, now, shouldHideUnreachableReason }: StateContext,
): string => {
  if (state.is === 'needs-you') return t(getEntryReasonMessage(state.reason.code))
  if (waitsForOther) return t('outbox.state.behind')
  const wait = findLongerWait(state.wait, outboxWait)
  const isHidden =
    shouldHideUnreachableReason && wait && getReasonMessage(wait.code) === 'outbox.reason.unreachable'
  // An entry with a receipt was delivered before. It is sent again, because the server has lost it.
  if (!wait || isHidden) return t(receipt ? 'outbox.state.again' : 'outbox.state.waiting')
  const isOwnWait = wait === state.wait
  const reason = t(isOwnWait ? getEntryReasonMessage(wait.code) : getReasonMessage(wait.code))
  // A wait of the whole outbox for a sign-in ends with the sign-in. The entry's own wait ends at `until`.
  const hasNoKnownEnd = needsSignIn(wait.code) && !isOwnWait
  // The wait may be over without a further attempt, because there is none while the browser is offline.
  const isOver = wait.until <= now
  if (hasNoKnownEnd || isOver) return reason
  return t('outbox.state.nextTry', { reason, time: format.time(wait.until, now) })
}
