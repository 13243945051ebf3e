import { and, eq, lt } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import { sessionDays } from '../../src/contract/product-api/headers-and-cookies.ts'
import { maxSignInAgeMs } from '../../src/contract/product-api/personal-data-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { dayMs } from '../../src/lib/time/day-ms.ts'
import { storeEndedSignIns, type EndedSignIn } from '../db/customers/ended-sign-ins.ts'
import { findLastErasure } from '../db/customers/erasures.ts'
import { storeSignOut, type SignOut } from '../db/customers/sign-outs.ts'
import type { Database } from '../db/database.ts'
import { endedSignIns, loyaltySignIns, signOuts } from '../db/schema.ts'
import type { Session } from '../http/app-env.ts'
import type { IdentityTokens } from './identity-tokens.ts'
import type { Identity, TokenUse } from './identity.ts'

/** The customer of a token and the time of their sign-in. A refreshed token belongs to the same sign-in. */
export type SignIn = Identity & { signedInAt: Date }

type SignInOfSession = Pick<Session, 'customer' | 'signedInAt'>

/** Why a customer's token is rejected. */
export type SignInError = 'identity-refused' | 'account-erased'

const secondMs = 1000

/**
 * Decides which sign-ins are still valid, from their tokens, the erasures of accounts and the sign-outs. A
 * sign-out everywhere ends all earlier sign-ins, and a customer can end one sign-in from another device. This
 * server rejects their tokens, even if the identity provider still accepts or refreshes them.
 */
export const createSignIns = ({
  db,
  identity,
  now,
}: {
  db: Database
  identity: IdentityTokens
  now: () => Date
}) => {
  /** Finds the time before which sign-ins are invalid, because the customer signed out everywhere. */
  const findNotBefore = async (customerId: string): Promise<Date | undefined> => {
    const [row] = await db
      .select({ notBefore: signOuts.notBefore })
      .from(signOuts)
      .where(eq(signOuts.customerId, customerId))
    return row?.notBefore
  }

  /**
   * Whether a customer has ended the sign-in of this time from another device. Without a time, whether they have
   * ended any sign-in that way.
   */
  const hasEnded = async (customerId: string, signedInAt?: Date): Promise<boolean> =>
    (await db.$count(
      endedSignIns,
      and(eq(endedSignIns.customerId, customerId), signedInAt && eq(endedSignIns.signedInAt, signedInAt)),
    )) > 0

  /**
   * Finds when the coach of a loyalty token signed in. This server makes every sign-in call, so it has
   * recorded every sign-in. An unrecorded token is a refreshed one, and belongs to the sign-in of the session
   * that it came with.
   */
  const findLoyaltySignIn = async (
    token: string,
    customerId: string,
    session?: SignInOfSession,
  ): Promise<Date | undefined> => {
    const [row] = await db
      .select({ signedInAt: loyaltySignIns.signedInAt })
      .from(loyaltySignIns)
      .where(eq(loyaltySignIns.tokenHash, sha256(token)))
    return row?.signedInAt ?? (session?.customer === customerId ? session.signedInAt : undefined)
  }

  /** Returns why a sign-in is invalid, or undefined if it is valid. */
  const findSignInError = async (customerId: string, signedInAt?: Date): Promise<SignInError | undefined> => {
    const erasure = await findLastErasure(db, customerId)
    if (erasure && signedInAt && signedInAt <= erasure.erasedAt) return 'account-erased'
    const notBefore = await findNotBefore(customerId)
    if (await hasEnded(customerId, signedInAt)) return 'identity-refused'
    // A sign-in without a record may have come before the erasure or the sign-out. This check also rejects a
    // customer who has a new account after an erasure and whose sign-in is missing in a restored backup.
    if (!signedInAt) return erasure || notBefore ? 'identity-refused' : undefined
    return notBefore && signedInAt < notBefore ? 'identity-refused' : undefined
  }

  return {
    /** Checks a token. `session` is the product session that came with it. */
    verify: async (use: TokenUse, token: string, session?: Session): Promise<Result<SignIn, SignInError>> => {
      const verified = await identity.verify(use, token)
      if (!verified.ok) return verified
      const { customer: customerId } = verified.value
      const signedInAt = verified.value.signedInAt ?? (await findLoyaltySignIn(token, customerId, session))
      const error = await findSignInError(customerId, signedInAt)
      // If the time is unknown and there is no error, nothing was ended, so any time is valid.
      return error ? fail(error) : ok({ ...verified.value, signedInAt: signedInAt ?? now() })
    },

    /**
     * Checks that an access token comes from a sign-in with a password in the last few minutes. A refreshed
     * token fails, whichever session it comes with. If the account has been erased since, any valid token
     * passes: after a lost response, its customer asks for the receipt again.
     */
    verifyFresh: async (
      token: string,
    ): Promise<Result<{ customer: string; isErased: boolean }, 'identity-refused' | 'sign-in-too-old'>> => {
      const verified = await identity.verify('access', token)
      if (!verified.ok) return verified
      const { customer: customerId } = verified.value
      const signedInAt = verified.value.signedInAt ?? (await findLoyaltySignIn(token, customerId))
      // An erasure deletes the records of loyalty sign-ins. So a sign-in without a record is treated as older
      // than any erasure.
      const error = await findSignInError(customerId, signedInAt ?? new Date(0))
      if (error === 'identity-refused') return fail(error)
      if (error === 'account-erased') return ok({ customer: customerId, isErased: true })
      if (!signedInAt || now().getTime() - signedInAt.getTime() > maxSignInAgeMs)
        return fail('sign-in-too-old')
      return ok({ customer: customerId, isErased: false })
    },

    /**
     * Whether the customer of an access token has ended its sign-in on another device. False if the token is
     * invalid, or if the time of its sign-in is unknown. `session` is the product session that came with the token,
     * even if it has ended.
     */
    isEnded: async (token: string, session?: SignInOfSession): Promise<boolean> => {
      const verified = await identity.verify('access', token)
      if (!verified.ok) return false
      const { customer: customerId } = verified.value
      const signedInAt = verified.value.signedInAt ?? (await findLoyaltySignIn(token, customerId, session))
      return signedInAt !== undefined && hasEnded(customerId, signedInAt)
    },

    /** Records a sign-in at the loyalty provider. Deletes the customer's records older than any session. */
    recordLoyaltySignIn: async (customerId: string, token: string): Promise<void> => {
      const signedInAt = now()
      const oldestSessionStart = new Date(signedInAt.getTime() - sessionDays * dayMs)
      await db
        .delete(loyaltySignIns)
        .where(
          and(eq(loyaltySignIns.customerId, customerId), lt(loyaltySignIns.signedInAt, oldestSessionStart)),
        )
      await db
        .insert(loyaltySignIns)
        .values({ tokenHash: sha256(token), customerId, signedInAt })
        .onConflictDoNothing()
    },

    /**
     * Ends some sign-ins of a customer, and returns them. A pool's tokens contain whole seconds, so a sign-in
     * of another device in the same second ends, too.
     */
    end: async (customerId: string, times: readonly Date[]): Promise<EndedSignIn[]> => {
      const endedAt = now()
      const ended = times.map((signedInAt) => ({ customerId, signedInAt, endedAt }))
      await storeEndedSignIns(db, ended)
      return ended
    },

    /**
     * Ends every sign-in of a customer, and returns the sign-out. The tokens of user pools contain the time
     * of the sign-in in whole seconds, so a sign-in within the same second ends, too.
     */
    endAll: async (customerId: string): Promise<SignOut> => {
      const notBefore = new Date((Math.floor(now().getTime() / secondMs) + 1) * secondMs)
      const signOut = { customerId, notBefore }
      await storeSignOut(db, signOut)
      return signOut
    },
  }
}

export type SignIns = ReturnType<typeof createSignIns>
