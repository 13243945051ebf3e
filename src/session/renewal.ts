import { singleFlight } from '../lib/async/single-flight.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from './current-user.ts'
import type { AuthFailure } from './auth-failure.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionEnd, SessionRecord } from './session-record.ts'
import type { SessionDeps } from './session.ts'
import type { SignOut } from './sign-out.ts'

type RenewalDeps = Pick<SignOut, 'signOut'> & { record: SessionRecord; product: ProductSession }

type RenewOptions = {
  /** Whether the provider renews its tokens first, even if they have not expired. */
  fresh: boolean
  /** In ms since the epoch. Accepts a session that another tab opened after this time. */
  since?: number
}

type RenewResult = Result<CurrentUser, AuthFailure>

/** Returns why a session has ended, if the failure says so. New tokens do not help in this case. */
const findEndReason = ({ message }: AuthFailure): SessionEnd | undefined =>
  message === 'error.accountDeleted' || message === 'error.endedElsewhere' ? message : undefined

/**
 * Renews the session: opens the product session again with the tokens of the provider, which are renewed
 * first if necessary. If the provider or the product API refuses to renew it, the session is over for all
 * callers. A lost connection is not a refusal.
 */
export const createRenewal = (
  { record, product, signOut }: RenewalDeps,
  { tabs, log }: Pick<SessionDeps, 'tabs' | 'log'>,
) => {
  /**
   * Ends a customer's session with a reason, unless it has ended or another customer has signed in. Without a
   * known reason, asks the product API whether the account was deleted.
   */
  const endSession = async ({ userID }: CurrentUser, knownReason?: SessionEnd): Promise<void> => {
    if (!(await record.isSignedIn(userID))) return
    const isDeleted = !knownReason && (await product.isDeleted(userID))
    // The coach may have signed out during the request.
    if (!(await record.isSignedIn(userID))) return
    await signOut(knownReason ?? (isDeleted ? 'error.accountDeleted' : 'errorMessage.sessionExpired'))
  }

  const renewNow = async (customerId: string, { fresh, since }: RenewOptions): Promise<RenewResult> => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    const { user } = stored
    if (user.userID !== customerId) return fail({ message: 'error.otherCustomer' })
    if (since !== undefined && (await product.wasOpenedAfter(since))) return ok(user)
    const firstResult = await product.renew(user, { fresh })
    // Refused tokens may just have expired, so the renewal is tried once more with new ones.
    const canNewTokensHelp =
      !firstResult.ok && firstResult.error.isSessionOver && !findEndReason(firstResult.error)
    const result = canNewTokensHelp && !fresh ? await product.renew(user, { fresh: true }) : firstResult
    if (!result.ok && result.error.isSessionOver) await endSession(user, findEndReason(result.error))
    return result
  }

  /**
   * Shares one renewal between concurrent callers with the same key. `since` is not part of the key, because
   * calls that were refused at different times need only one new session.
   */
  const renewShared = singleFlight((_key: string, customerId: string, options: RenewOptions) =>
    tabs
      .withRenewalLock(() => renewNow(customerId, options))
      .catch((error: unknown): RenewResult => {
        log.error('The session could not be renewed', { error: String(error) })
        return fail({ message: 'error.server' })
      }),
  )

  return {
    endSession,

    /** Renews a customer's session. Concurrent callers share one renewal. */
    renew: (customerId: string, options: RenewOptions): Promise<RenewResult> =>
      renewShared(`${options.fresh ? 'fresh' : 'stored'} ${customerId}`, customerId, options),
  }
}

export type Renewal = ReturnType<typeof createRenewal>
