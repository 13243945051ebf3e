import type { TimeFormat } from '../../i18n/time-format.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { needsSignIn, entryReasonMessage, reasonMessage } from './reasons.ts'

type StateContext = {
  t: Translate
  format: Pick<TimeFormat, 'time'>
  /** Whether another entry has to be sent first. */
  waitsForOther: boolean
  /** The wait that delays every entry. */
  globalWait: Wait | undefined
  /** ms since epoch. */
  now: number
  /**
   * Whether to hide that the server did not respond: the screen already shows it elsewhere, or the app is
   * sending at this moment.
   */
  hidesUnreachable: boolean
}

/** Returns the wait that ends last. A wait for a sign-in has no known end: it is treated as the longest. */
const findLongerWait = (entryWait: Wait | undefined, globalWait: Wait | undefined): Wait | undefined => {
  if (!entryWait || !globalWait) return entryWait ?? globalWait
  return needsSignIn(globalWait.code) || globalWait.until > entryWait.until ? globalWait : entryWait
}

/** Returns why an entry is still here, and when the next attempt to send it takes place. */
export const stateText = (
  { state, receipt }: Entry,
  { t, waitsForOther, globalWait, format, now, hidesUnreachable }: StateContext,
): string => {
  if (state.is === 'needs-you') return t(entryReasonMessage(state.reason.code))
  if (waitsForOther) return t('outbox.state.behind')
  const wait = findLongerWait(state.wait, globalWait)
  const isHidden = hidesUnreachable && wait && reasonMessage(wait.code) === 'outbox.reason.unreachable'
  if (!wait || isHidden) return t(receipt ? 'outbox.state.again' : 'outbox.state.waiting')
  const isEntryWait = wait === state.wait
  const reason = t(isEntryWait ? entryReasonMessage(wait.code) : reasonMessage(wait.code))
  const isForSignIn = needsSignIn(wait.code) && !isEntryWait
  // While the browser is offline, no attempt takes place when the wait ends.
  const isOver = wait.until <= now
  if (isForSignIn || isOver) return reason
  return t('outbox.state.nextTry', { reason, time: format.time(wait.until, now) })
}
