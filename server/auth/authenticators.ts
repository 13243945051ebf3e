import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { ResponseOf } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { authenticators, sessions } from '../db/schema.ts'
import type { ApiError } from '../http/api-error.ts'

/** RFC 6238: a new code every 30 s, of 6 digits. */
const periodMs = 30_000
/** How many periods the clock of an app may be ahead or behind. */
const toleratedPeriods = 1
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

const maxWrongCodes = 5
const pauseMs = 15 * 60_000

type Authenticator = typeof authenticators.$inferSelect

/** Whether a code is accepted, or why not. `codes-paused`: after too many wrong ones. */
type CodeOutcome = ResponseOf<'confirmAuthenticator'>['outcome']

/** Returns the number of the period of a code, or undefined if it is not a code of the app at this time. */
const findPeriod = (secret: string, code: string, timestamp: number): number | undefined => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodMs / 1000 })
  const offset = totp.validate({ token: code, timestamp, window: toleratedPeriods })
  return offset === null ? undefined : Math.floor(timestamp / periodMs) + offset
}

/**
 * The authenticator apps of admins whose identity provider has no second factor. After five wrong codes, no
 * code is accepted for 15 minutes.
 */
export const createAuthenticators = ({ db, now }: { db: Database; now: () => Date }) => {
  /** Whether no code is accepted for a while, because of wrong ones. */
  const isPaused = ({ wrongCodes, wrongCodeAt }: Authenticator): boolean =>
    wrongCodes >= maxWrongCodes && now().getTime() < (wrongCodeAt?.getTime() ?? 0) + pauseMs

  /**
   * Checks a code and stores the outcome. A correct code that was used before does not count as wrong.
   */
  const tryCode = async (tx: Database, row: Authenticator, code: string): Promise<CodeOutcome> => {
    if (isPaused(row)) return 'codes-paused'
    const update = (values: Partial<Authenticator>) =>
      tx.update(authenticators).set(values).where(eq(authenticators.customerId, row.customerId))
    const period = findPeriod(row.secret, code, now().getTime())
    if (period === undefined) {
      const wrongCodes = row.wrongCodes >= maxWrongCodes ? 1 : row.wrongCodes + 1
      await update({ wrongCodes, wrongCodeAt: now() })
      return 'code-wrong'
    }
    if (row.lastPeriod !== null && period <= row.lastPeriod) return 'code-used'
    const confirmedAt = row.confirmedAt ?? now()
    await update({ lastPeriod: period, wrongCodes: 0, wrongCodeAt: null, confirmedAt })
    return 'accepted'
  }

  return {
    isConfirmed: async (customerId: string): Promise<boolean> =>
      (await db.$count(
        authenticators,
        and(eq(authenticators.customerId, customerId), isNotNull(authenticators.confirmedAt)),
      )) > 0,

    /**
     * Creates the key of a customer's app, in base32. It replaces a key without a first code, whose wrong codes
     * still count: otherwise a new key would end the pause. Resolves to undefined if the customer already has
     * an app.
     */
    create: async (customerId: string): Promise<string | undefined> => {
      const secret = new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
      const changed = await db
        .insert(authenticators)
        .values({ customerId, secret, createdAt: now() })
        .onConflictDoUpdate({
          target: authenticators.customerId,
          set: { secret, createdAt: now() },
          setWhere: isNull(authenticators.confirmedAt),
        })
        .returning({ secret: authenticators.secret })
      return changed[0]?.secret
    },

    /**
     * Checks a code: the first one of a new app with `isFirst`, otherwise one of a confirmed app. Each code is
     * accepted once. Fails with `not-found` if the customer has no such app.
     */
    check: (
      customerId: string,
      code: string,
      { isFirst = false } = {},
    ): Promise<Result<CodeOutcome, ApiError>> =>
      db.transaction(async (tx) => {
        // The lock makes simultaneous attempts wait for each other, so that each wrong code counts.
        const [row] = await tx
          .select()
          .from(authenticators)
          .where(eq(authenticators.customerId, customerId))
          .for('update')
        // A first code may come again after a lost response, when the app is already confirmed.
        if (!row || (!isFirst && row.confirmedAt === null)) return fail({ code: 'not-found' })
        return ok(await tryCode(tx, row, code))
      }),

    /**
     * Deletes the app of a customer. Their sessions must prove a second factor again, even if they have proved one
     * at a user pool. Resolves to false if there was no app.
     */
    delete: (customerId: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const deleted = await tx
          .delete(authenticators)
          .where(eq(authenticators.customerId, customerId))
          .returning({ one: sql`1` })
        await tx.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.customerId, customerId))
        return deleted.length > 0
      }),
  }
}

export type Authenticators = ReturnType<typeof createAuthenticators>
