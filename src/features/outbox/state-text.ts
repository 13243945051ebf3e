import type { TimeFormat } from '../../i18n/time-format.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { needsSignIn, ownReasonMessage, reasonMessage } from './reasons.ts'

type Context = {
  t: Translate
  format: Pick<TimeFormat, 'time'>
  /** Another entry has to be sent first. */
  behind: boolean
  /** A wait that holds up every entry. */
  everything: Wait | undefined
  /** ms since epoch. */
  now: number
  /**
   * Offline, which the screen shows once, or sending at this moment: an earlier missing response is not worth
   * reporting.
   */
  unreachableIsKnown: boolean
}

/** The wait that ends last. A sign-in has no known end, so it counts as the longest. */
const longerOf = (own: Wait | undefined, everything: Wait | undefined): Wait | undefined => {
  if (!own || !everything) return own ?? everything
  return needsSignIn(everything.code) || everything.until > own.until ? everything : own
}

/** Why an entry is still here, and when it is tried next. */
export const stateText = (
  { state, receipt }: Entry,
  { t, behind, everything, format, now, unreachableIsKnown }: Context,
): string => {
  if (state.is === 'needs-you') return t(ownReasonMessage(state.reason.code))
  if (behind) return t('outbox.state.behind')
  const wait = longerOf(state.wait, everything)
  const isNoNews = unreachableIsKnown && wait && reasonMessage(wait.code) === 'outbox.reason.unreachable'
  if (!wait || isNoNews) return t(receipt ? 'outbox.state.again' : 'outbox.state.waiting')
  const isOwn = wait === state.wait
  const reason = t(isOwn ? ownReasonMessage(wait.code) : reasonMessage(wait.code))
  // A sign-in depends on the person, and a time in the past, as without a connection, is not the next
  // attempt.
  if ((needsSignIn(wait.code) && !isOwn) || wait.until <= now) return reason
  return t('outbox.state.nextTry', { reason, time: format.time(wait.until, now) })
}
