import { and, eq, lt } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import { sessionDays } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { lastErasure } from '../db/customers/erasures.ts'
import { loyaltySignIns, signOuts } from '../db/schema.ts'
import { storeSignOut, type SignOut } from '../db/customers/sign-outs.ts'
import type { Session } from '../http/app-env.ts'
import type { Identity, TokenUse } from './identity.ts'
import type { IdentityTokens } from './identity-tokens.ts'

/** The customer of a token, and when they signed in for it: a refreshed token is of the same sign-in. */
export type SignIn = Identity & { signedInAt: Date }

/** Why a token of a customer does not count. */
export type SignInRefusal = 'identity-refused' | 'account-erased'

const second = 1000

/** ms for which a sign-in proves that the person at the device knows the password */
const freshFor = 5 * 60_000

/**
 * Which sign-ins still count. Whoever signs out everywhere ends them all: every token that comes of an earlier sign-in is
 * refused from then on, whatever its provider says of it and however often it is refreshed.
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
  const notBefore = async (customer: string): Promise<Date | undefined> => {
    const [ended] = await db
      .select({ notBefore: signOuts.notBefore })
      .from(signOuts)
      .where(eq(signOuts.customerId, customer))
    return ended?.notBefore
  }

  /**
   * When the coach of a loyalty token signed in. This server has seen every sign-in there, as it makes the call; another
   * token is a refreshed one, and of the same sign-in as the product session it comes with.
   */
  const loyaltySignIn = async (
    token: string,
    customer: string,
    session?: Session,
  ): Promise<Date | undefined> => {
    const [known] = await db
      .select({ signedInAt: loyaltySignIns.signedInAt })
      .from(loyaltySignIns)
      .where(eq(loyaltySignIns.tokenHash, sha256(token)))
    return known?.signedInAt ?? (session?.customer === customer ? session.signedInAt : undefined)
  }

  /** Why a sign-in does not count any more, if so. */
  const endedBy = async (customer: string, signedInAt?: Date): Promise<SignInRefusal | undefined> => {
    const erasure = await lastErasure(db, customer)
    if (erasure && signedInAt && signedInAt <= erasure.erasedAt) return 'account-erased'
    const earliest = await notBefore(customer)
    // Of somebody who came back after an erasure too, whose sign-in a restored backup does not know.
    if (!signedInAt) return erasure || earliest ? 'identity-refused' : undefined
    return earliest && signedInAt < earliest ? 'identity-refused' : undefined
  }

  return {
    /** Checks a token; `session` is the product session that came with it. */
    verify: async (
      use: TokenUse,
      token: string,
      session?: Session,
    ): Promise<Result<SignIn, SignInRefusal>> => {
      const verified = await identity.verify(use, token)
      if (!verified.ok) return verified
      const { customer } = verified.value
      const signedInAt = verified.value.signedInAt ?? (await loyaltySignIn(token, customer, session))
      const refused = await endedBy(customer, signedInAt)
      return refused ? fail(refused) : ok({ ...verified.value, signedInAt: signedInAt ?? now() })
    },

    /**
     * Checks an access token that comes of a sign-in with a password a moment ago: a refreshed one does not, whatever
     * session it comes with. Any passes where the account was erased since: its receipt may be asked for again.
     */
    verifyFresh: async (
      token: string,
    ): Promise<Result<{ customer: string; isErased: boolean }, 'identity-refused' | 'sign-in-too-old'>> => {
      const verified = await identity.verify('access', token)
      if (!verified.ok) return verified
      const { customer } = verified.value
      const signedInAt = verified.value.signedInAt ?? (await loyaltySignIn(token, customer))
      // Of the loyalty provider's sign-ins an erasure leaves nothing that could be looked at: they count as older.
      const ended = await endedBy(customer, signedInAt ?? new Date(0))
      if (ended === 'identity-refused') return fail(ended)
      if (ended === 'account-erased') return ok({ customer, isErased: true })
      if (!signedInAt || now().getTime() - signedInAt.getTime() > freshFor) return fail('sign-in-too-old')
      return ok({ customer, isErased: false })
    },

    /** Notes a sign-in at the loyalty provider, and forgets those of the same customer that no session can be of. */
    noteLoyalty: async (customer: string, token: string): Promise<void> => {
      const signedInAt = now()
      const forgotten = new Date(signedInAt.getTime() - sessionDays * 86_400_000)
      await db
        .delete(loyaltySignIns)
        .where(and(eq(loyaltySignIns.customerId, customer), lt(loyaltySignIns.signedInAt, forgotten)))
      await db
        .insert(loyaltySignIns)
        .values({ tokenHash: sha256(token), customerId: customer, signedInAt })
        .onConflictDoNothing()
    },

    /**
     * Ends every sign-in of a customer; returns what was stored. Pools count in whole seconds, so whoever signs in within the same second is
     * refused too.
     */
    endAll: async (customer: string): Promise<SignOut> => {
      const notBefore = new Date((Math.floor(now().getTime() / second) + 1) * second)
      const signOut = { customerId: customer, notBefore }
      await storeSignOut(db, signOut)
      return signOut
    },
  }
}

export type SignIns = ReturnType<typeof createSignIns>
