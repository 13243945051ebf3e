import type { LocaleCode } from '../config/locales.ts'
import type { Challenge } from '../session/challenge.ts'

/** A challenge of an identity provider that is not answered yet. */
export type PendingChallenge = {
  /** The locale of the account, whose provider has asked. */
  locale: LocaleCode
  email: string
  challenge: Challenge
  /** When the provider has asked, in ms since the epoch. */
  since: number
  /** The id of the last sign-out in this browser before the challenge, if there was one. */
  lastSignOut?: string | undefined
}

/** A text that survives a reload of this tab, and that no other tab sees. */
export type TabText = { read: () => string | undefined; write: (text?: string) => void }

type RecordDeps = {
  tabText: TabText
  /** A random id of the last sign-out in this browser, the same in every tab. */
  lastSignOut: Pick<TabText, 'read'>
  now: () => number
}

/**
 * Stores the challenge of a sign-in until it is answered, because a phone may reload the page while the coach
 * looks up a code in another app. Only for this tab: the text contains the key of a new authenticator app,
 * and two tabs may sign in at the same time. A challenge from before a sign-out can no longer be answered, because
 * on a shared phone, the next coach must not find it.
 */
export const createChallengeRecord = ({ tabText, lastSignOut, now }: RecordDeps) => {
  /** The challenge that this page has received, as opposed to one from before a reload. */
  let current: PendingChallenge | undefined
  const isSinceLastSignOut = (pending: PendingChallenge): boolean =>
    pending.lastSignOut === lastSignOut.read()
  return {
    start: (pending: Pick<PendingChallenge, 'locale' | 'email' | 'challenge'>): void => {
      current = { ...pending, since: now(), lastSignOut: lastSignOut.read() }
      tabText.write(JSON.stringify(current))
    },
    current: (): PendingChallenge | undefined => current,
    isSinceLastSignOut,
    /** The text that this page, or the page before its reload, has stored. */
    storedText: tabText.read,
    end: (): void => {
      current = undefined
      tabText.write()
    },
  }
}

export type ChallengeRecord = ReturnType<typeof createChallengeRecord>
