import type { TimeFormat } from '../../i18n/time-format.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { needsSignIn, entryReasonMessage, reasonMessage } from './reasons.ts'

type StateContext = {
  t: Translate
  format: Pick<TimeFormat, 'time'>
  /** Another entry has to be sent first. */
  waitsForOther: boolean
  /** The wait that delays every entry. */
  globalWait: Wait | undefined
  /** ms since epoch. */
  now: number
  /**
   * Does not report a missing response: the device is offline, which the screen shows elsewhere, or it is
   * sending at this moment.
   */
  hidesUnreachable: boolean
}

/** The wait that ends last. A wait for a sign-in has no known end, so it counts as the longest. */
const longerWait = (entryWait: Wait | undefined, globalWait: Wait | undefined): Wait | undefined => {
  if (!entryWait || !globalWait) return entryWait ?? globalWait
  return needsSignIn(globalWait.code) || globalWait.until > entryWait.until ? globalWait : entryWait
}

/** Why an entry is still here, and when it is tried next. */
export const stateText = (
  { state, receipt }: Entry,
  { t, waitsForOther, globalWait, format, now, hidesUnreachable }: StateContext,
): string => {
  if (state.is === 'needs-you') return t(entryReasonMessage(state.reason.code))
  if (waitsForOther) return t('outbox.state.behind')
  const wait = longerWait(state.wait, globalWait)
  const isHidden = hidesUnreachable && wait && reasonMessage(wait.code) === 'outbox.reason.unreachable'
  if (!wait || isHidden) return t(receipt ? 'outbox.state.again' : 'outbox.state.waiting')
  const isEntryWait = wait === state.wait
  const reason = t(isEntryWait ? entryReasonMessage(wait.code) : reasonMessage(wait.code))
  // There is no next attempt to announce if it depends on the coach's sign-in, or if its time is over, as
  // without a connection.
  if ((needsSignIn(wait.code) && !isEntryWait) || wait.until <= now) return reason
  return t('outbox.state.nextTry', { reason, time: format.time(wait.until, now) })
}
