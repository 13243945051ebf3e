import { join } from 'node:path'
import type { DeliverEmail } from '../mailbox/message.ts'
import { openJsonFile } from '../shared/json-file.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import { createSigningKey, toKeySet } from '../shared/signing-key.ts'
import { createTokenIssuer } from '../shared/token-issuer.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { createChallengeSessions } from './challenges/challenge-sessions.ts'
import { createCodeDelivery, createCodeSender } from './code-sender.ts'
import { createPoolSettings } from './pool-settings.ts'
import { createRegistrations } from './passkeys/registrations.ts'
import { poolStateSchema } from './pool-state.ts'
import { createPoolTokens, toIssuer, type TokenLifetimes } from './pool-tokens.ts'
import { createSessionStore } from './session-store.ts'
import { createSignInLockout } from './sign-in-lockout.ts'
import { createSrpChallenges } from './srp.ts'
import { createUserStore } from './user-store.ts'

export type UserPoolOptions = {
  directory: string
  deliverEmail: DeliverEmail
  lifetimes: TokenLifetimes
  /** How long a user has to respond to each challenge of a sign-in. Cognito: `AuthSessionValidity`. */
  authSessionSeconds: number
  now: () => number
}

/** Creates one regional user pool: its users, sessions, keys and limits. `operations/` contains its calls. */
export const createUserPool = async (definition: PoolDefinition, options: UserPoolOptions) => {
  const { directory, deliverEmail, lifetimes, authSessionSeconds, now } = options
  const toPath = (kind: string) => join(directory, `${definition.userPoolId}.${kind}.json`)
  const file = await openJsonFile(toPath('users'), poolStateSchema, () => ({ users: {}, sessions: {} }))

  const getKey = createSigningKey(toPath('key'))
  const users = createUserStore(file, now)
  const issuer = createTokenIssuer({ issuer: toIssuer(definition), getKey, now })
  const createLimit = (maxAttempts: number) => createAttemptLimit(maxAttempts, now)
  const authSession = { lifetimeMs: authSessionSeconds * 1000, now }
  const deliverCode = createCodeDelivery(definition.language, deliverEmail)

  return {
    definition,
    /** The id without its region. Every password verifier depends on it. */
    name: definition.userPoolId.slice(definition.region.length + 1),
    users,
    sessions: createSessionStore({ file, now, refreshLifetimeMs: lifetimes.refreshSeconds * 1000 }),
    ...createPoolSettings(file),
    passkeyRegistrations: createRegistrations(authSession),
    issuer,
    issueTokens: createPoolTokens({ definition, issuer, lifetimes }),
    srpChallenges: createSrpChallenges(authSession),
    challengeSessions: createChallengeSessions(authSession),
    lockout: createSignInLockout(now),
    limits: {
      codeRequests: createLimit(5),
      resetRequests: createLimit(5),
      // The app itself repeats a rejected verification up to three times, as the specification requires.
      confirmations: createLimit(15),
      resets: createLimit(5),
      passwordChanges: createLimit(5),
    },
    deliverCode,
    sendCode: createCodeSender({ users, deliverCode, now }),
    getKeySet: async () => toKeySet(await getKey()),
    now,
  }
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>
