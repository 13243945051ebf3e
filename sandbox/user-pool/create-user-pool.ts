import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AwsError } from '../aws-json/aws-error.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import { openJsonFile, type JsonFile } from '../shared/json-file.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import { createSigningKey, toKeySet } from '../shared/signing-key.ts'
import { createTokenIssuer } from '../shared/token-issuer.ts'
import { createCodeSender } from './code-sender.ts'
import { poolStateSchema, type PoolState, type Session } from './pool-state.ts'
import { createPoolTokens, toIssuer, type TokenLifetimes } from './pool-tokens.ts'
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

/**
 * Rejects further attempts after `maxAttempts` within `limitWindowMs`. Rejected attempts do not count, so
 * that a client that repeats them (Amplify does so three times) is not locked out for longer. Counts are
 * only in memory: a restart resets them.
 */
const createAttemptLimit = (maxAttempts: number, now: () => number) => {
  /** When each user made attempts, in ms since the epoch. */
  const attemptTimes = new Map<string, number[]>()
  return {
    /** Counts an attempt. Throws LimitExceededException if there were too many. */
    count(userId: string) {
      const recentTimes = (attemptTimes.get(userId) ?? []).filter((time) => time > now() - limitWindowMs)
      if (recentTimes.length >= maxAttempts) {
        throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
      }
      attemptTimes.set(userId, [...recentTimes, now()])
    },
    /** Forgets the attempts of a user. */
    forgive: (userId: string) => attemptTimes.delete(userId),
  }
}

/**
 * As in Cognito, the fifth wrong password locks the sign-in for 1 s, and each further one doubles the time,
 * up to about 15 minutes.
 */
const mistakesBeforeLock = 5
const maxLockMs = 15 * 60_000

/** Slows down password guessing for each user. Counts are only in memory: a restart resets them. */
const createPasswordLockout = (now: () => number) => {
  const mistakes = new Map<string, { count: number; lockedUntil: number }>()
  return {
    assertUnlocked(sub: string) {
      if ((mistakes.get(sub)?.lockedUntil ?? 0) > now()) {
        throw new AwsError('NotAuthorizedException', 'Password attempts exceeded')
      }
    },
    recordMistake(sub: string) {
      const count = (mistakes.get(sub)?.count ?? 0) + 1
      const lockMs =
        count < mistakesBeforeLock ? 0 : Math.min(1000 * 2 ** (count - mistakesBeforeLock), maxLockMs)
      mistakes.set(sub, { count, lockedUntil: now() + lockMs })
    },
    recordSuccess: (sub: string) => mistakes.delete(sub),
  }
}

type SessionOptions = { file: JsonFile<PoolState>; now: () => number; refreshLifetimeMs: number }

const hashToken = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('hex')

/**
 * Stores the sessions of one pool. A revoked session stays until its refresh token would have expired. Each
 * change also removes expired sessions.
 */
const createSessionStore = ({ file, now, refreshLifetimeMs }: SessionOptions) => {
  const changeSessions = (update: (sessions: Session[]) => Session[]) =>
    file.change((state) => {
      const liveSessions = Object.values(state.sessions).filter((session) => session.expiresAt > now())
      const entries = update(liveSessions).map((session) => [session.id, session])
      return { ...state, sessions: Object.fromEntries(entries) }
    })

  const revoke = (matches: (session: Session) => boolean) =>
    changeSessions((sessions) =>
      sessions.map((session) => (matches(session) ? { ...session, revoked: true } : session)),
    )

  const open = async (sub: string): Promise<{ session: Session; refreshToken: string }> => {
    const refreshToken = randomBytes(64).toString('base64url')
    const session: Session = {
      id: randomUUID(),
      sub,
      eventId: randomUUID(),
      refreshTokenHash: hashToken(refreshToken),
      authTime: Math.floor(now() / 1000),
      expiresAt: now() + refreshLifetimeMs,
      revoked: false,
    }
    await changeSessions((sessions) => [...sessions, session])
    return { session, refreshToken }
  }

  return {
    open,
    findById: (id: string): Session | undefined => file.content.sessions[id],
    findByRefreshToken: (token: string): Session | undefined => {
      const hash = hashToken(token)
      return Object.values(file.content.sessions).find((session) => session.refreshTokenHash === hash)
    },
    revokeOne: (id: string) => revoke((session) => session.id === id),
    revokeAll: (sub: string) => revoke((session) => session.sub === sub),
  }
}

/** Creates one regional user pool: its users, sessions, keys and limits. `operations/` contains its calls. */
export const createUserPool = async (definition: PoolDefinition, options: UserPoolOptions) => {
  const { directory, deliverEmail, lifetimes, now } = options
  const toPath = (kind: string) => join(directory, `${definition.userPoolId}.${kind}.json`)
  const file = await openJsonFile(toPath('users'), poolStateSchema, () => ({ users: {}, sessions: {} }))

  const getKey = createSigningKey(toPath('key'))
  const users = createUserStore(file, now)
  const issuer = createTokenIssuer({ issuer: toIssuer(definition), getKey, now })
  const createLimit = (maxAttempts: number) => createAttemptLimit(maxAttempts, now)

  return {
    definition,
    /** The id without its region. Every password verifier depends on it. */
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
      // The app itself repeats a rejected verification up to three times, as the specification requires.
      confirmations: createLimit(15),
      resets: createLimit(5),
      passwordChanges: createLimit(5),
    },
    sendCode: createCodeSender({ users, language: definition.language, deliverEmail, now }),
    getKeySet: async () => toKeySet(await getKey()),
    now,
  }
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>
