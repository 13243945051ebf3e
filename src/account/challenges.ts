import * as v from 'valibot'
import { challengeMinutes } from '../config/challenge-minutes.ts'
import { localeCode } from '../contract/shared-schemas.ts'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, type Result } from '../lib/result.ts'
import { challengeSchema, type ChallengeAnswer } from '../session/challenge.ts'
import { toAuthFailure } from '../session/auth-failure.ts'
import { noRetry } from '../session/retry-policies.ts'
import type { AuthProvider, ProviderFailure, ProviderSession } from '../session/providers/provider.ts'
import type { AccountDeps, Challenges } from './account.ts'
import type { ChallengeRecord, PendingChallenge } from './challenge-record.ts'
import type { TakeStep } from './sign-in-step.ts'

const pendingChallengeSchema: v.GenericSchema<unknown, PendingChallenge> = v.object({
  locale: localeCode,
  email: v.string(),
  challenge: challengeSchema,
  since: v.number(),
  lastSignOut: v.optional(v.string()),
})

/** How long a reloaded page can answer: as long as the pool waits for the answer. */
const maxAgeAfterReloadMs = challengeMinutes * 60_000

type ChallengesDeps = Pick<AccountDeps, 'session' | 'now'> & {
  record: ChallengeRecord
  takeStep: TakeStep
}

/** Reads and answers what an identity provider asks for after the password. */
export const createChallenges = ({ record, session, now, takeStep }: ChallengesDeps): Challenges => {
  const readStored = () => parseOrUndefined(pendingChallengeSchema, parseJson(record.storedText() ?? ''))

  const isInTime = ({ since }: PendingChallenge): boolean => {
    const age = now() - since
    return age >= 0 && age < maxAgeAfterReloadMs
  }

  const pending = (): PendingChallenge | undefined => {
    const current = record.current()
    // The provider decides how long the page that has received a challenge can answer it.
    const found = current ?? readStored()
    return found && record.isSinceLastSignOut(found) && (current || isInTime(found)) ? found : undefined
  }

  /** Ends the challenge in this tab, and removes what the provider has stored of it. */
  const end = async (): Promise<void> => {
    const locale = (record.current() ?? readStored())?.locale
    record.end()
    const provider = locale && (await session.loadProvider(locale))
    if (provider?.ok) provider.value.forgetChallenge()
  }

  /** The failure of an answer that comes too late. */
  const challengeOver = toAuthFailure('challenge', { kind: 'challenge-over' })

  /**
   * Sends a new password. If an earlier response was lost, the provider may already have replaced the temporary
   * password, and then refuses the repeated answer. In this case, signs in with the new password.
   */
  const answerPassword =
    (email: string, answer: ChallengeAnswer) =>
    async (provider: AuthProvider): Promise<Result<ProviderSession, ProviderFailure>> => {
      const result = await provider.answerChallenge(answer)
      if (result.ok || result.error.kind !== 'challenge-over') return result
      const signedIn = await provider.signIn(email, answer.value)
      return signedIn.ok || signedIn.error.kind !== 'password-wrong' ? signedIn : result
    }

  return {
    pending,

    endExpired: async () => {
      const found = record.current() ?? readStored()
      if (pending()) return undefined
      await end()
      return found && record.isSinceLastSignOut(found) ? { email: found.email } : undefined
    },

    endIfObsolete: async () => {
      const found = record.current() ?? readStored()
      const isBeforeSignOut = found && !record.isSinceLastSignOut(found)
      if (isBeforeSignOut || session.customer() !== undefined) await end()
    },

    answer: async (answer) => {
      const { locale, email, challenge } = pending() ?? {}
      if (!locale || email === undefined) return fail(challengeOver)
      const isSetUp = challenge?.kind === 'app-setup'
      const result = await takeStep({
        name: 'challenge',
        locale,
        email,
        ifSignedIn: challengeOver,
        // The pool accepts the first code of a new app once. After a lost response, the coach decides.
        ...(isSetUp && { retry: noRetry }),
        requestTokens:
          challenge?.kind === 'new-password'
            ? answerPassword(email, answer)
            : (provider) => provider.answerChallenge(answer),
      })
      // The next sign-in creates another key, so the entry that the coach has just added is useless.
      return isSetUp && !result.ok && result.error.message === challengeOver.message
        ? fail({ ...result.error, message: 'errorMessage.setUpOver' })
        : result
    },

    cancel: end,
  }
}
