import type { LocaleCode } from '../config/locales.ts'
import { singleFlight } from '../lib/async/single-flight.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { findStage } from './account-deletion.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionEnd, SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps, SignOutOptions } from './session.ts'

type SignOutParts = { record: SessionRecord; state: SessionStateStore; product: ProductSession }

/** The time limit for the report of a sign-out to the product API and the provider. */
const reportTimeoutMs = 5000

/**
 * Ends a session: first on this device, immediately and without the network, then at the product API and the
 * provider. A report that fails is repeated later, because only the server can delete its HttpOnly cookie.
 */
export const createSignOut = (
  { record, state, product }: SignOutParts,
  {
    loadProvider,
    tabs,
    sleep,
    log,
    eraseAtSignOut,
  }: Pick<SessionDeps, 'loadProvider' | 'tabs' | 'sleep' | 'log' | 'eraseAtSignOut'>,
) => {
  /**
   * Reports a sign-out until the signal aborts. The signal has a time limit, because another coach may be
   * signing in by then. A late response would delete the cookie of their session, a late sign-out at the
   * provider their tokens, and a late `removeUnreportedSignOut` the record of their sign-in.
   */
  const sendReport = async (locale: LocaleCode, signal: AbortSignal): Promise<void> => {
    const provider = await loadProvider(locale)
    if (signal.aborted) return
    const [isEnded] = await Promise.all([product.end(signal), provider.ok && provider.value.signOut()])
    if (signal.aborted) return
    if (isEnded && provider.ok) await record.removeUnreportedSignOut()
    else log.warn('The sign-out could not be reported to the server yet')
  }

  const reportOnce = singleFlight(async (locale: LocaleCode) => {
    const reportController = new AbortController()
    await withTimeLimit(sendReport(locale, reportController.signal), reportTimeoutMs, sleep).finally(() =>
      reportController.abort(),
    )
  })

  /** Reports an earlier sign-out to the server, if it has not been reported. */
  const reportSignOut = async (): Promise<void> => {
    const locale = await record.readUnreportedSignOut()
    if (locale) await reportOnce(locale)
  }

  /** Ends the session of this device. `endReason` is absent, and `options` is set, if the coach signs out. */
  const signOut = async (
    endReason?: SessionEnd,
    options?: Pick<SignOutOptions, 'onEnded'>,
  ): Promise<void> => {
    const stored = await record.read()
    if (stored) await record.writeUnreportedSignOut(stored.user.locale)
    if (stored && endReason) await record.writeEndReason(endReason)
    const deletedCustomer = endReason === 'error.accountDeleted' ? stored?.user.userID : undefined
    if (deletedCustomer !== undefined) await record.addDeletedCustomers([deletedCustomer])
    await record.remove()
    const deletionStage = findStage(await record.readDeletion())
    state.set({
      status: 'anonymous',
      ...(endReason && { endReason }),
      ...(deletedCustomer !== undefined && { deletedCustomer }),
      ...(options && { hasSignedOut: true }),
      ...(deletionStage && { deletion: deletionStage }),
    })
    tabs.announce()
    await eraseAtSignOut()
    await Promise.all([options?.onEnded?.(), reportSignOut()])
  }

  return { signOut, reportSignOut }
}

export type SignOut = ReturnType<typeof createSignOut>
