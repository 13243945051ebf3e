import { isAdminRole } from '../contract/roles.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { ok } from '../lib/result.ts'
import { createSessionCheck } from './check-session.ts'
import { toUser } from './current-user.ts'
import { isFinished } from './account-deletion.ts'
import { createProductSession } from './product-session.ts'
import { createRenewal } from './renewal.ts'
import { createSessionRecord } from './session-record.ts'
import { createSessionState } from './session-state.ts'
import type { SessionControl, SessionDeps, SessionState } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { createTokens } from './tokens.ts'

/** Creates the session of this device. Each tab creates one, over the same database. */
export const createSession = (deps: SessionDeps): SessionControl => {
  const { loadProvider, values, tabs, log } = deps
  const record = createSessionRecord(values)
  const state = createSessionState()
  const product = createProductSession({ record, state }, deps)
  const { signOut, reportSignOut } = createSignOut({ record, state, product }, deps)
  const renewal = createRenewal({ record, product, signOut }, deps)
  const { check, followRecord, validate } = createSessionCheck(
    { record, state, product, renewal, signOut, reportSignOut },
    deps,
  )
  const tokens = createTokens({ record, renewal, validate }, deps)
  const firstCheck = createDeferred<SessionState>()

  const getCustomerId = () => {
    const sessionState = state.get()
    return sessionState.status === 'authenticated' ? sessionState.user.userID : undefined
  }
  const show: SessionControl['show'] = (user) => {
    state.set({ status: 'authenticated', user })
    tabs.announce()
  }
  tabs.listen(() => {
    // Until the first check has finished, only the check sets the state.
    if (state.get().status === 'authenticating') return
    followRecord().catch((error: unknown) =>
      log.error('This tab could not follow the session', { error: String(error) }),
    )
  })

  const renew: SessionControl['renew'] = async (customerId, options) => {
    const renewResult = await renewal.renew(customerId, { fresh: false, ...options })
    if (renewResult.ok) return ok(undefined)
    // This tab does not know yet that another customer has signed in.
    if (renewResult.error.message === 'error.otherCustomer') await followRecord()
    return renewResult
  }

  const signOutCustomer: SessionControl['signOut'] = async (customerId, options = {}) => {
    const { beforeEnd } = options
    const storedBefore = await record.read()
    if (beforeEnd && storedBefore?.user.userID === customerId) {
      // If `beforeEnd` is interrupted, the next start finds this note and ends the session.
      await record.writeUnreportedSignOut(storedBefore.user.locale)
      await beforeEnd().catch((error: unknown) => {
        log.error('A step of the sign-out failed', { error: String(error) })
      })
    }
    // During `beforeEnd`, the session may have ended in another tab, and another customer may have signed in.
    const stored = await record.read()
    if (stored && stored.user.userID !== customerId) {
      await followRecord()
      return false
    }
    await signOut(undefined, options)
    return true
  }

  return {
    state: state.get,
    subscribe: state.subscribe,
    customer: getCustomerId,
    check: async () => {
      const checkedState = await check()
      firstCheck.resolve(checkedState)
      return checkedState
    },
    firstCheck: firstCheck.promise,
    isBlocked: tabs.isBlocked,
    withTimeLimit: values.withTimeLimit,
    canStore: async () => {
      const writeTest = record.tryWriting().then(
        () => true,
        () => false,
      )
      return (await values.withTimeLimit(writeTest)) ?? false
    },
    renew,
    renewForDevice: async (customerId) => {
      if (!(await product.isOfThisDevice())) await renew(customerId)
    },
    storeRole: async (customerId, role) => {
      const shown = state.get()
      if (shown.status === 'authenticated' && shown.user.role === role) return
      const admin = isAdminRole(role)
      const user = await record.replace(customerId, (stored) => ({ ...stored, role, admin }))
      if (user) show(user)
    },
    signOut: signOutCustomer,
    readDeletedCustomers: record.readDeletedCustomers,
    addDeletedCustomers: record.addDeletedCustomers,
    forgetDeletedCustomer: record.removeDeletedCustomer,
    readDeletion: record.readDeletion,
    readFinishedDeletion: async () => {
      const stored = await record.readDeletion()
      return stored && isFinished(stored) ? stored : undefined
    },
    writeDeletion: record.writeDeletion,
    forgetDeletion: async () => {
      await record.removeDeletion()
      await followRecord()
    },
    ...tokens,
    readDeviceStatement: async (customerId) => {
      const statement = await record.readStatement()
      return statement?.customer_id === customerId ? statement : undefined
    },
    isAnyoneSignedIn: async () => (await record.read()) !== undefined,
    withRenewalLock: tabs.withRenewalLock,
    loadProvider,
    hasOtherDevice: record.hasOtherDevice,
    eraseStorage: async (erase) => {
      const locale = await record.readUnreportedSignOut()
      await erase()
      if (locale) await record.writeUnreportedSignOut(locale)
    },
    reportSignOut,
    endPrevious: async () => {
      await reportSignOut()
      if (await record.read()) await signOut()
    },
    // An interrupted sign-in leaves tokens without a session, like an interrupted sign-out. So both use the
    // same record, and the next start signs out at the provider.
    expectTokens: async (locale) => {
      // An earlier sign-out that is not reported yet must still be reported, even if this sign-in fails.
      const earlierLocale = await record.readUnreportedSignOut()
      await record.writeUnreportedSignOut(locale)
      return () =>
        earlierLocale ? record.writeUnreportedSignOut(earlierLocale) : record.removeUnreportedSignOut()
    },
    open: product.open,
    show,
    update: async (userID, providerSession) => {
      // Does not undo a sign-out that happened during the request.
      const user = await record.replace(userID, (latest) => ({ ...latest, ...toUser(providerSession) }))
      if (user) show(user)
    },
  }
}
