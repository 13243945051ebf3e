import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import { sessionDays } from '../../src/contract/product-api.ts'
import { dayMs } from '../../src/lib/time/day-ms.ts'
import type { Database } from '../db/database.ts'
import { admins, erasedSessions, sessions, signOuts } from '../db/schema.ts'
import type { Session } from '../http/app-env.ts'

/**
 * How long a session keeps the admin rights from its sign-in, even if the customer has left the group of
 * admins, and how long a second factor counts.
 */
const adminLifetimeMs = 12 * 3_600_000

type NewSession = Omit<Session, 'hasSecondFactor'>

/** The time of a session's sign-in. A session that the previous release created has only `createdAt`. */
const signInTime = sql<Date>`coalesce(${sessions.signedInAt}, ${sessions.createdAt})`.mapWith(
  sessions.createdAt,
)

/**
 * Starts, finds and ends product sessions. The browser's cookie contains a random token, and the database
 * contains the token's hash. Nothing is kept in memory.
 */
export const createSessions = ({ db, now }: { db: Database; now: () => Date }) => ({
  /** Starts a session and returns its token. Removes the expired sessions of the same customer. */
  start: async ({
    customer: customerId,
    device,
    admin,
    signedInAt,
    secondFactorAt,
  }: NewSession): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    const createdAt = now()
    await db
      .delete(sessions)
      .where(and(eq(sessions.customerId, customerId), lte(sessions.expiresAt, createdAt)))
    await db.insert(sessions).values({
      tokenHash: sha256(token),
      customerId,
      device,
      admin,
      signedInAt,
      secondFactorAt,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + sessionDays * dayMs),
    })
    return token
  },

  /**
   * Finds the session of a token, unless it or its sign-in has ended. Ignores a session that started while a
   * sign-out everywhere was in progress.
   */
  find: async (token: string): Promise<Session | undefined> => {
    const time = now()
    const [row] = await db
      .select({
        customer: sessions.customerId,
        device: sessions.device,
        admin: sessions.admin,
        createdAt: sessions.createdAt,
        signedInAt: signInTime,
        secondFactorAt: sessions.secondFactorAt,
        // Null if the product's list of admins does not contain the customer.
        listedAdmin: admins.customerId,
      })
      .from(sessions)
      .leftJoin(admins, eq(admins.customerId, sessions.customerId))
      .leftJoin(signOuts, eq(signOuts.customerId, sessions.customerId))
      .where(
        and(
          eq(sessions.tokenHash, sha256(token)),
          gt(sessions.expiresAt, time),
          or(isNull(signOuts.notBefore), lte(signOuts.notBefore, signInTime)),
        ),
      )
    if (!row) return undefined
    const { customer, device, admin, createdAt, signedInAt, secondFactorAt, listedAdmin } = row
    const isWithinLifetime = (since: Date) => time.getTime() - since.getTime() < adminLifetimeMs
    return {
      customer,
      device,
      signedInAt,
      secondFactorAt,
      admin: listedAdmin !== null || (admin && isWithinLifetime(createdAt)),
      hasSecondFactor: secondFactorAt !== null && isWithinLifetime(secondFactorAt),
    }
  },

  /** Notes that the customer of a session has just proved a second factor. */
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
})

export type Sessions = ReturnType<typeof createSessions>
