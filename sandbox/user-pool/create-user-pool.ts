import { join } from 'node:path'
import type { DeliverEmail } from '../mailbox/message.ts'
import { openJsonFile } from '../shared/json-file.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import { createSigningKey, toKeySet } from '../shared/signing-key.ts'
import { createTokenIssuer } from '../shared/token-issuer.ts'
import { createCodeSender } from './code-sender.ts'
import { createAttemptLimit, createPasswordLockout } from './limits.ts'
import { poolStateSchema } from './pool-state.ts'
import { createPoolTokens, toIssuer, type TokenLifetimes } from './pool-tokens.ts'
import { createSessionStore } from './session-store.ts'
import { createSrpChallenges } from './srp.ts'
import { createUserStore } from './user-store.ts'

export type UserPoolOptions = {
  directory: string
  deliverEmail: DeliverEmail
  lifetimes: TokenLifetimes
  now: () => number
}

/**
 * How long attempts count for a limit. After a LimitExceededException the sign-in screens count down four
 * minutes (specification §4). Cognito does not publish its own numbers.
 */
const limitWindowMs = 4 * 60_000

/** Creates one regional user pool: its users, sessions, keys and limits. `operations/` contains its calls. */
export const createUserPool = async (definition: PoolDefinition, options: UserPoolOptions) => {
  const { directory, deliverEmail, lifetimes, now } = options
  const toPath = (kind: string) => join(directory, `${definition.userPoolId}.${kind}.json`)
  const file = await openJsonFile(toPath('users'), poolStateSchema, () => ({ users: {}, sessions: {} }))

  const key = createSigningKey(toPath('key'))
  const users = createUserStore(file, now)
  const issuer = createTokenIssuer({ issuer: toIssuer(definition), key, now })
  const createLimit = (attempts: number) => createAttemptLimit({ attempts, windowMs: limitWindowMs, now })

  return {
    definition,
    /** The id without its region, which every password verifier contains. */
    name: definition.userPoolId.slice(definition.region.length + 1),
    users,
    sessions: createSessionStore({ file, now, refreshLifetimeMs: lifetimes.refreshSeconds * 1000 }),
    issuer,
    issueTokens: createPoolTokens({ definition, issuer, lifetimes }),
    challenges: createSrpChallenges(now),
    lockout: createPasswordLockout(now),
    limits: {
      codeRequests: createLimit(5),
      resetRequests: createLimit(5),
      // The app itself repeats a refused verification up to three times, as the specification requires.
      confirmations: createLimit(15),
      resets: createLimit(5),
      passwordChanges: createLimit(5),
    },
    sendCode: createCodeSender({ users, language: definition.language, deliverEmail, now }),
    keySet: async () => toKeySet(await key()),
    now,
  }
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>
