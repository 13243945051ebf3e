import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from './current-user.ts'
import type { AuthFailure } from './failures.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionDeps } from './session.ts'
import type { SignOut } from './sign-out.ts'

type Parts = Pick<SignOut, 'signOut'> & { record: SessionRecord; product: ProductSession }
type Wanted = {
  /** The provider renews its tokens first. */
  fresh: boolean
  /** ms since epoch: a session that another tab opened after this time will do. */
  since?: number
}
type Renewed = Result<CurrentUser, AuthFailure>

/** Of an account that was deleted elsewhere there are no other tokens to try. */
const isOfDeleted = ({ message }: AuthFailure): boolean => message === 'error.accountDeleted'

/**
 * Renews the session. One that the provider or the product API clearly refuses to renew is over, whoever asked for it; a
 * lost network has refused nothing.
 */
export const createRenewal = (
  { record, product, signOut }: Parts,
  { tabs, log }: Pick<SessionDeps, 'tabs' | 'log'>,
) => {
  const underWay = new Map<string, Promise<Renewed>>()
  const isSignedIn = async (customer: string) => (await record.read())?.user.userID === customer

  /** Ends the session of a customer and says why, unless they have signed out meanwhile, or somebody else in. */
  const end = async ({ userID }: CurrentUser, isKnownDeleted = false): Promise<void> => {
    if (!(await isSignedIn(userID))) return
    const isDeleted = isKnownDeleted || (await product.isDeleted(userID))
    // The product API may have taken its time.
    if (!(await isSignedIn(userID))) return
    await signOut(isDeleted ? 'error.accountDeleted' : 'errorMessage.sessionExpired')
  }

  const renewNow = async (customer: string, { fresh, since }: Wanted): Promise<Renewed> => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    const { user } = stored
    if (user.userID !== customer) return fail({ message: 'error.otherCustomer' })
    if (since !== undefined && (await product.isOpenedSince(since))) return ok(user)
    let renewed = await product.renew(user, fresh)
    // Tokens that were refused may just have expired: new ones decide.
    const mayHaveExpired = !renewed.ok && renewed.error.ended && !isOfDeleted(renewed.error)
    if (mayHaveExpired && !fresh) renewed = await product.renew(user, true)
    if (!renewed.ok && renewed.error.ended) await end(user, isOfDeleted(renewed.error))
    return renewed
  }

  return {
    end,

    /** Those who ask at the same time share one renewal. */
    renew: (customer: string, wanted: Wanted): Promise<Renewed> => {
      const { fresh } = wanted
      const name = `${fresh ? 'fresh' : 'stored'} ${customer}`
      const shared = underWay.get(name)
      if (shared) return shared
      const renewing = tabs
        .renewing(() => renewNow(customer, wanted))
        .catch((error: unknown): Renewed => {
          log.error('The session could not be renewed.', { error: String(error) })
          return fail({ message: 'error.server' })
        })
        .finally(() => underWay.delete(name))
      underWay.set(name, renewing)
      return renewing
    },
  }
}

export type Renewal = ReturnType<typeof createRenewal>
