import { randomBytes } from 'node:crypto'
import { and, desc, eq, exists, gt, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import { sessionDays } from '../../src/contract/product-api/headers-and-cookies.ts'
import type { Browser } from '../../src/lib/text/user-agent.ts'
import { dayMs } from '../../src/lib/time/day-ms.ts'
import type { Database } from '../db/database.ts'
import { endedSignIns, erasedSessions, roles, sessions, signOuts } from '../db/schema.ts'
import type { Session } from '../http/app-env.ts'
import { adminLifetimeMs, type Roles } from './roles.ts'
import { describeError, type Log } from '../http/log.ts'

type NewSession = Omit<Session, 'hasSecondFactor' | 'role'>

/** How exact `lastSeen` is. A request writes it only if the stored time is older than this. */
const lastSeenAccuracyMs = 5 * 60_000

/** The time of a session's sign-in. A session that the previous release created has only `createdAt`. */
const signInTime = sql<Date>`coalesce(${sessions.signedInAt}, ${sessions.createdAt})`.mapWith(
  sessions.createdAt,
)

/** The last request of a session, to within a few minutes. */
const lastSeenTime = sql<Date>`coalesce(${sessions.lastSeen}, ${sessions.createdAt})`.mapWith(
  sessions.createdAt,
)

/** A sign-in that still has a session. `browser` is the one that was used last. */
export type ActiveSignIn = Browser & { signedInAt: Date; lastSeen: Date }

type SessionsDeps = {
  db: Database
  roles: Pick<Roles, 'decide'>
  now: () => Date
  log: Pick<Log, 'warn'>
}

/**
 * Starts, finds and ends product sessions. The browser's cookie contains a random token, and the database
 * contains the token's hash. No session is kept in memory.
 */
export const createSessions = ({ db, roles: { decide }, now, log }: SessionsDeps) => {
  const one = { one: sql`1` }
  /** True for a session whose customer has signed out everywhere since the sign-in. */
  const hasSignedOut = exists(
    db
      .select(one)
      .from(signOuts)
      .where(and(eq(signOuts.customerId, sessions.customerId), gt(signOuts.notBefore, signInTime))),
  )
  /** True for a session whose customer has ended its sign-in on another device. */
  const hasEnded = exists(
    db
      .select(one)
      .from(endedSignIns)
      .where(and(eq(endedSignIns.customerId, sessions.customerId), eq(endedSignIns.signedInAt, signInTime))),
  )
  /**
   * True for sessions that have not expired and whose sign-in has not ended. This leaves out sessions that
   * started while their sign-in was being ended.
   */
  const isActive = () => and(gt(sessions.expiresAt, now()), not(hasSignedOut), not(hasEnded))

  /** Until when `lastSeen` is not written, because the last write failed. In ms since the epoch. */
  let lastSeenPausedUntil = 0

  /**
   * Writes that a session was used. Nothing depends on it, so a failure is only logged. After a failure, nothing is
   * written for a while: a read-only database would otherwise cause a failed write and a log line per request.
   */
  const recordUse = async (tokenHash: string): Promise<void> => {
    const time = now()
    if (time.getTime() < lastSeenPausedUntil) return
    const before = new Date(time.getTime() - lastSeenAccuracyMs)
    try {
      await db
        .update(sessions)
        .set({ lastSeen: time })
        .where(
          and(
            eq(sessions.tokenHash, tokenHash),
            or(isNull(sessions.lastSeen), lt(sessions.lastSeen, before)),
          ),
        )
    } catch (error) {
      lastSeenPausedUntil = time.getTime() + lastSeenAccuracyMs
      log.warn('a session could not be marked as used', describeError(error))
    }
  }

  return {
    /** Starts a session and returns its token. Removes the expired sessions of the same customer. */
    start: async (
      { customer: customerId, device, isInGroup, signedInAt, secondFactorAt }: NewSession,
      browser: Browser,
    ): Promise<string> => {
      const token = randomBytes(32).toString('base64url')
      const createdAt = now()
      await db
        .delete(sessions)
        .where(and(eq(sessions.customerId, customerId), lte(sessions.expiresAt, createdAt)))
      await db.insert(sessions).values({
        tokenHash: sha256(token),
        customerId,
        device,
        admin: isInGroup,
        signedInAt,
        secondFactorAt,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + sessionDays * dayMs),
        ...browser,
      })
      return token
    },

    /** Finds the session of a token, unless it or its sign-in has ended. */
    find: async (token: string): Promise<Session | undefined> => {
      const time = now()
      const tokenHash = sha256(token)
      const [row] = await db
        .select({
          customer: sessions.customerId,
          device: sessions.device,
          wasInGroup: sessions.admin,
          createdAt: sessions.createdAt,
          signedInAt: signInTime,
          secondFactorAt: sessions.secondFactorAt,
          lastSeen: lastSeenTime,
          granted: roles.role,
        })
        .from(sessions)
        .leftJoin(roles, eq(roles.customerId, sessions.customerId))
        .where(and(eq(sessions.tokenHash, tokenHash), isActive()))
      if (!row) return undefined
      const { customer, device, wasInGroup, createdAt, signedInAt, secondFactorAt, lastSeen, granted } = row
      const isWithinLifetime = (since: Date) => time.getTime() - since.getTime() < adminLifetimeMs
      const isInGroup = wasInGroup && isWithinLifetime(createdAt)
      // Not awaited, because the request does not depend on it.
      if (time.getTime() - lastSeen.getTime() > lastSeenAccuracyMs) void recordUse(tokenHash)
      return {
        customer,
        device,
        signedInAt,
        secondFactorAt,
        role: decide({ customer, granted, isInGroup }),
        isInGroup,
        hasSecondFactor: secondFactorAt !== null && isWithinLifetime(secondFactorAt),
      }
    },

    /** Finds the sign-in that opened the session of a token, even if it has ended on another device since. */
    findSignIn: async (token: string): Promise<Pick<Session, 'customer' | 'signedInAt'> | undefined> => {
      const [row] = await db
        .select({ customer: sessions.customerId, signedInAt: signInTime })
        .from(sessions)
        .where(eq(sessions.tokenHash, sha256(token)))
      return row
    },

    /**
     * Lists the sign-ins of a customer that still have a session, the last used first. A browser that has lost
     * its cookie has two sessions of one sign-in.
     */
    list: async (customerId: string): Promise<ActiveSignIn[]> => {
      const signIns = await db
        .selectDistinctOn([signInTime], {
          signedInAt: signInTime,
          lastSeen: lastSeenTime,
          browser: sessions.browser,
          system: sessions.system,
        })
        .from(sessions)
        .where(and(eq(sessions.customerId, customerId), isActive()))
        .orderBy(signInTime, desc(lastSeenTime))
      return signIns.toSorted((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
    },

    /** Records that the customer of a session has just proved a second factor. */
    proveSecondFactor: async (token: string): Promise<void> => {
      await db
        .update(sessions)
        .set({ secondFactorAt: now() })
        .where(eq(sessions.tokenHash, sha256(token)))
    },

    /** Whether a token belongs to a session of an erased account. */
    isErased: async (token: string): Promise<boolean> =>
      (await db.$count(erasedSessions, eq(erasedSessions.tokenHash, sha256(token)))) > 0,

    /** Ends one session. Resolves to false if there was none. */
    end: async (token: string): Promise<boolean> => {
      const endedSessions = await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, sha256(token)))
        .returning({ customer: sessions.customerId })
      return endedSessions.length > 0
    },

    /** Ends every session of a customer. Resolves to their number. */
    endAll: async (customerId: string): Promise<number> => {
      const endedSessions = await db
        .delete(sessions)
        .where(eq(sessions.customerId, customerId))
        .returning({ device: sessions.device })
      return endedSessions.length
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
