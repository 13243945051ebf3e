import { singleFlight } from '../lib/async/single-flight.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from './current-user.ts'
import type { AuthFailure } from './failures.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionDeps } from './session.ts'
import type { SignOut } from './sign-out.ts'

type Parts = Pick<SignOut, 'signOut'> & { record: SessionRecord; product: ProductSession }
type Wanted = {
  /** Whether the provider renews its tokens first. */
  fresh: boolean
  /** In ms since epoch. Accepts a session that another tab opened after this time. */
  since?: number
}
type Renewed = Result<CurrentUser, AuthFailure>

/** An account that was deleted elsewhere has no other tokens to try. */
const isOfDeleted = ({ message }: AuthFailure): boolean => message === 'error.accountDeleted'

/**
 * Renews the session. If the provider or the product API clearly refuses to renew it, the session is over for
 * all callers. A lost network is not a refusal.
 */
export const createRenewal = (
  { record, product, signOut }: Parts,
  { tabs, log }: Pick<SessionDeps, 'tabs' | 'log'>,
) => {
  const isSignedIn = async (customer: string) => (await record.read())?.user.userID === customer

  /** Ends a customer's session with a reason, unless it has ended or another customer signed in. */
  const end = async ({ userID }: CurrentUser, isKnownDeleted = false): Promise<void> => {
    if (!(await isSignedIn(userID))) return
    const isDeleted = isKnownDeleted || (await product.isDeleted(userID))
    // The customer may have signed out during the request.
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
    // Refused tokens may just have expired, so the renewal is tried again with new ones.
    const mayHaveExpired = !renewed.ok && renewed.error.ended && !isOfDeleted(renewed.error)
    if (mayHaveExpired && !fresh) renewed = await product.renew(user, true)
    if (!renewed.ok && renewed.error.ended) await end(user, isOfDeleted(renewed.error))
    return renewed
  }

  const renewOnce = singleFlight((_name: string, customer: string, wanted: Wanted) =>
    tabs
      .renewing(() => renewNow(customer, wanted))
      .catch((error: unknown): Renewed => {
        log.error('The session could not be renewed.', { error: String(error) })
        return fail({ message: 'error.server' })
      }),
  )

  return {
    end,

    /** Concurrent callers share one renewal. */
    renew: (customer: string, wanted: Wanted): Promise<Renewed> =>
      renewOnce(`${wanted.fresh ? 'fresh' : 'stored'} ${customer}`, customer, wanted),
  }
}

export type Renewal = ReturnType<typeof createRenewal>
