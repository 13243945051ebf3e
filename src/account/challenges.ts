import * as v from 'valibot'
import { challengeMinutes } from '../config/challenge-minutes.ts'
import { localeCode } from '../contract/shapes.ts'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, type Result } from '../lib/result.ts'
import { challengeSchema, type ChallengeAnswer } from '../session/challenge.ts'
import { toAuthFailure } from '../session/failure-messages.ts'
import type { AuthProvider, ProviderFault, ProviderSession } from '../session/providers/provider.ts'
import type { AccountDeps, Challenges } from './account.ts'
import type { ChallengeRecord, PendingChallenge } from './challenge-record.ts'
import type { TakeStep } from './sign-in-step.ts'

const pendingChallengeSchema: v.GenericSchema<unknown, PendingChallenge> = v.object({
  locale: localeCode,
  email: v.string(),
  challenge: challengeSchema,
  since: v.number(),
})

/** How long a reloaded page can answer: as long as the pool waits for the answer. */
const maxAgeAfterReloadMs = challengeMinutes * 60_000

/**
 * Faults after which it is unknown whether the provider has received the answer. Amplify itself repeats a
 * request whose response was lost. The provider then refuses the second one as already used.
 */
const doubtfulKinds: ReadonlySet<ProviderFault['kind']> = new Set([
  'network',
  'no-response',
  'service',
  'challenge-over',
])

type ChallengesDeps = Pick<AccountDeps, 'session' | 'now'> & {
  record: ChallengeRecord
  takeStep: TakeStep
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

  /** The failure of an answer that comes too late. */
  const over = toAuthFailure('challenge', { kind: 'challenge-over' })

  /** Whether a new password may have reached the provider although its response was lost. */
  let mayHavePassword = false

  /**
   * Sends a new password. If the response is lost, the provider may have replaced the temporary password, and
   * would refuse the same answer. So the next attempt signs in with the new password.
   */
  const answerPassword =
    (email: string, answer: ChallengeAnswer) =>
    async (provider: AuthProvider): Promise<Result<ProviderSession, ProviderFault>> => {
      if (!mayHavePassword) {
        const result = await provider.answerChallenge(answer)
        if (result.ok || !doubtfulKinds.has(result.error.kind)) return result
        mayHavePassword = true
        // Without a connection, the caller repeats the answer or asks the coach to.
        if (result.error.kind !== 'challenge-over') return result
      }
      const signedIn = await provider.signIn(email, answer.value)
      if (signedIn.ok || signedIn.error.kind !== 'password-wrong') return signedIn
      mayHavePassword = false
      return fail({ kind: 'challenge-over', name: 'LostAnswer' })
    }

  return {
    pending,

    endExpired: () => {
      const isExpired = record.storedText() !== undefined && pending() === undefined
      if (isExpired) record.end()
      return isExpired
    },

    answer: async (answer) => {
      const { locale, email, challenge } = pending() ?? {}
      if (!locale || email === undefined) return fail(over)
      return takeStep({
        name: 'challenge',
        locale,
        email,
        ifSignedIn: over,
        requestTokens:
          challenge?.kind === 'new-password'
            ? answerPassword(email, answer)
            : (provider) => provider.answerChallenge(answer),
      })
    },

    cancel: async () => {
      const locale = pending()?.locale
      record.end()
      const provider = locale && (await session.providerFor(locale))
      if (provider?.ok) provider.value.forgetChallenge()
    },
  }
}
