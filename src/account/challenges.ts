import * as v from 'valibot'
import { localeCode } from '../contract/shapes.ts'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, type Result } from '../lib/result.ts'
import { challengeSchema } from '../session/challenge.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { toAuthFailure, type AuthFailure } from '../session/failure-messages.ts'
import type { AuthProvider, ProviderResult, ProviderSession } from '../session/providers/provider.ts'
import type { AccountDeps, Challenges } from './account.ts'
import type { ChallengeRecord, PendingChallenge } from './challenge-record.ts'

const pendingChallengeSchema: v.GenericSchema<unknown, PendingChallenge> = v.object({
  locale: localeCode,
  email: v.string(),
  challenge: challengeSchema,
  since: v.number(),
})

/**
 * How long a reloaded page can answer. Amplify keeps its part of a challenge in `sessionStorage` no longer
 * than this.
 */
const maxAgeAfterReloadMs = 3 * 60_000

type ChallengesDeps = Pick<AccountDeps, 'session' | 'now'> & {
  record: ChallengeRecord
  /** Continues the sign-in with the tokens, or the next challenge, that a provider returns. */
  takeStep: (
    step: Pick<PendingChallenge, 'locale' | 'email'> & {
      name: 'challenge'
      requestTokens: (provider: AuthProvider) => ProviderResult<ProviderSession>
    },
  ) => Promise<Result<CurrentUser, AuthFailure>>
}

/** Reads and answers what an identity provider asks for after the password. */
export const createChallenges = ({ record, session, now, takeStep }: ChallengesDeps): Challenges => {
  const readStored = (): PendingChallenge | undefined => {
    const stored = parseOrUndefined(pendingChallengeSchema, parseJson(record.storedText() ?? ''))
    const age = now() - (stored?.since ?? 0)
    return age >= 0 && age < maxAgeAfterReloadMs ? stored : undefined
  }
  // Only the provider decides how long the page that has met a challenge can answer it.
  const pending = () => record.current() ?? readStored()

  return {
    pending,

    answer: async (answer) => {
      const { locale, email } = pending() ?? {}
      // An answer would end a session that another tab has opened since the challenge.
      const isSignedIn = (await session.check()).status === 'authenticated'
      if (!locale || email === undefined || isSignedIn) {
        record.end()
        return fail(toAuthFailure('challenge', { kind: 'challenge-over' }))
      }
      return takeStep({
        name: 'challenge',
        locale,
        email,
        requestTokens: (provider) => provider.answerChallenge(answer),
      })
    },

    cancel: record.end,
  }
}
