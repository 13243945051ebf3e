import type { TimeWords } from '../../i18n/time-words.ts'
import type { Words } from '../../i18n/words.ts'
import type { Entry, Wait } from '../../outbox/entry.ts'
import { needsSignIn, reasonMessage } from './reasons.ts'

type Around = {
  t: Words
  words: Pick<TimeWords, 'time'>
  /** Another entry has to be sent first. */
  behind: boolean
  /** What holds every entry up. */
  everything: Wait | undefined
}

/** Why an entry is still here, and when it is tried next. */
export const stateText = ({ state }: Entry, { t, behind, everything, words }: Around): string => {
  if (state.is === 'needs-you') return t(reasonMessage(state.reason.code))
  if (behind) return t('outbox.state.behind')
  const wait = state.wait ?? everything
  if (!wait) return t('outbox.state.waiting')
  if (needsSignIn(wait.code)) return t(reasonMessage(wait.code))
  return t('outbox.state.nextTry', { reason: t(reasonMessage(wait.code)), time: words.time(wait.until) })
}
