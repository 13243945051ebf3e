import { locales } from '../config/locales.ts'
import { singleFlight } from '../lib/async/single-flight.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import type { CurrentUser } from './current-user.ts'
import { findStage, isFinished } from './account-deletion.ts'
import type { ProductSession } from './product-session.ts'
import type { Renewal } from './renewal.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps, SessionState } from './session.ts'
import type { SignOut } from './sign-out.ts'

type AnonymousState = Extract<SessionState, { status: 'anonymous' }>

type SessionCheckDeps = SignOut & {
  record: SessionRecord
  state: SessionStateStore
  product: ProductSession
  renewal: Renewal
}

/** How long a screen waits for the validation. A slow network must not keep a coach from the courses. */
const validationTimeoutMs = 2500

/**
 * Creates the session check (specification §4), which runs on start and on each route change. First the tab
 * adopts the stored session (`record`), then the token is checked, by one request for all concurrent checks.
 * A session ends only if the provider or the product API refuses its token. Without a connection, it stays as
 * it is.
 */
export const createSessionCheck = (
  { record, state, product, renewal, signOut, reportSignOut }: SessionCheckDeps,
  {
    now,
    sleep,
    log,
    tabs,
    eraseAtSignOut,
  }: Pick<SessionDeps, 'now' | 'sleep' | 'log' | 'tabs' | 'eraseAtSignOut'>,
) => {
  /** Validates a token at the product API. Renews a refused token once, because it may only have expired. */
  const validateToken = async (user: CurrentUser): Promise<void> => {
    if ((await product.isValid(user.accessToken)) !== false) return
    // `fresh`: the provider renews its tokens first.
    const renewResult = await renewal.renew(user.userID, { fresh: true })
    if (renewResult.ok && (await product.isValid(renewResult.value.accessToken)) === false)
      await renewal.endSession(user)
  }

  /**
   * Checks the token of a user. The expiry time is enough for a token of the loyalty provider. A user pool's
   * token is always validated at the product API, regardless of this device's clock.
   */
  const checkToken = async (user: CurrentUser): Promise<void> => {
    if (locales[user.locale].auth.kind === 'user-pool') return validateToken(user)
    if (Number(user.expire) <= now()) await renewal.renew(user.userID, { fresh: false })
  }

  /** Shares one run of `work` between concurrent callers with the same key. Its errors are only logged. */
  const runShared = singleFlight((_key: 'check' | 'validate', work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error('The session check failed', { error: String(error) })),
  )
  /** Waits for a shared run, but no longer than `validationTimeoutMs`. */
  const waitForShared = (key: 'check' | 'validate', work: () => Promise<void>) =>
    withTimeLimit(runShared(key, work), validationTimeoutMs, sleep)

  /** Finds how the earlier session of this tab ended. An anonymous tab already knows it. */
  const findSessionEnd = async (): Promise<Omit<AnonymousState, 'status' | 'deletion'>> => {
    const previous = state.get()
    if (previous.status === 'anonymous') {
      const { status: _status, deletion: _deletion, ...sessionEnd } = previous
      return sessionEnd
    }
    // Only a tab that showed the session shows why it ended, because another coach may use a new tab.
    if (previous.status === 'authenticating') return {}
    const endReason = await record.readEndReason()
    if (!endReason) return {}
    const isDeleted = endReason === 'error.accountDeleted'
    return { endReason, ...(isDeleted && { deletedCustomer: previous.user.userID }) }
  }

  /**
   * Sets the anonymous state: nobody is signed in, or the session is suspended until the deletion of the
   * account is finished or cancelled.
   */
  const setAnonymous = async (): Promise<void> => {
    const deletionStage = findStage(await record.readDeletion())
    const sessionEnd = await findSessionEnd()
    state.set({ status: 'anonymous', ...sessionEnd, ...(deletionStage && { deletion: deletionStage }) })
  }

  /**
   * Whether the account of a stored session may already be deleted. False in the tab that deletes the
   * account, which still shows the session.
   */
  const isBeingDeleted = async (customerId: string): Promise<boolean> => {
    if (state.get().status === 'authenticated') return false
    const deletion = await record.readDeletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customerId
  }

  /** Removes what may be left of a session that ended, or of one that this version cannot read. */
  const cleanUp = async (isSignOutIncomplete: boolean): Promise<void> => {
    // A sign-out deletes the record first, so the cached results may still be there.
    if (isSignOutIncomplete) await eraseAtSignOut()
    // An unreadable record does not tell who is signed in, so the coach has to sign in again.
    if (await record.isUnreadable()) await signOut('errorMessage.sessionExpired')
  }

  /**
   * Sets the state from the record. Resolves to the signed-in customer. Ends a session whose sign-out was
   * interrupted, or that an older version has stored.
   */
  const applyRecord = async (): Promise<CurrentUser | undefined> => {
    const stored = await record.read()
    // The coach signed out, but the app was closed before the sign-out was complete on this device.
    const isSignOutIncomplete =
      state.get().status === 'authenticating' && (await record.readUnreportedSignOut()) !== undefined
    if (!stored) await cleanUp(isSignOutIncomplete)
    else if (isSignOutIncomplete) await signOut()
    else if (!stored.isCurrentVersion) await signOut('errorMessage.sessionExpired')
    else if (!(await isBeingDeleted(stored.user.userID))) {
      state.set({ status: 'authenticated', user: stored.user })
      return stored.user
    }
    await setAnonymous()
    return undefined
  }

  /**
   * Sets the state from the record, without the network. Discards the caches of the previous customer if
   * another customer or nobody is signed in now.
   */
  const followRecord = async (): Promise<CurrentUser | undefined> => {
    const previous = state.get()
    const user = await applyRecord()
    if (previous.status === 'authenticated' && previous.user.userID !== user?.userID) await eraseAtSignOut()
    return user
  }

  /**
   * Reports an earlier sign-out to the server, but not while another tab signs in, because the report would
   * delete the tokens of that sign-in.
   */
  const reportBetweenSignIns = async (): Promise<void> => {
    if (await record.readUnreportedSignOut()) await tabs.withRenewalLock(reportSignOut)
  }

  const check = async (): Promise<SessionState> => {
    const user = await followRecord()
    if (user) await waitForShared('check', () => checkToken(user))
    else
      reportBetweenSignIns().catch((error: unknown) =>
        log.warn('The sign-out failed', { error: String(error) }),
      )
    return state.get()
  }

  return {
    check,
    followRecord,
    /**
     * Validates a customer's session. Call it before you return a token, because another device may have
     * ended the sign-in.
     */
    validate: async (customerId: string): Promise<void> => {
      const stored = await record.read()
      if (stored?.user.userID === customerId)
        await waitForShared('validate', () => validateToken(stored.user))
    },
  }
}
