import { ok } from '../lib/result.ts'
import { createSessionCheck } from './check-session.ts'
import { userOf } from './current-user.ts'
import { isFinished } from './deletion.ts'
import { createProductSession } from './product-session.ts'
import { createRenewal } from './renewal.ts'
import { createSessionRecord } from './session-record.ts'
import { createSessionState } from './session-state.ts'
import type { SessionControl, SessionDeps, SessionState } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { createTokens } from './tokens.ts'
import { createDeferred } from '../lib/async/deferred.ts'

/** The session of this device. Each tab creates one. */
export const createSession = (deps: SessionDeps): SessionControl => {
  const { providerFor, values, tabs, log } = deps
  const record = createSessionRecord(values)
  const state = createSessionState()
  const product = createProductSession({ record, state }, deps)
  const { signOut, report } = createSignOut({ record, state, product }, deps)
  const renewal = createRenewal({ record, product, signOut }, deps)
  const { check, read, validated } = createSessionCheck(
    { record, state, product, renewal, signOut, report },
    deps,
  )
  const tokens = createTokens({ record, renewal, validated }, deps)
  const first = createDeferred<SessionState>()

  const customer = () => {
    const current = state.get()
    return current.status === 'authenticated' ? current.user.userID : undefined
  }
  const show: SessionControl['show'] = (user) => {
    state.set({ status: 'authenticated', user })
    tabs.announce()
  }
  tabs.listen(() => {
    // The first check has not finished. It reads more than the record.
    if (state.get().status === 'authenticating') return
    read().catch((error: unknown) => log.error('This tab lost the session.', { error: String(error) }))
  })

  const renew: SessionControl['renew'] = async (customer, options) => {
    const renewed = await renewal.renew(customer, { fresh: false, ...options })
    if (renewed.ok) return ok(undefined)
    if (renewed.error.message === 'error.otherCustomer') await read()
    return renewed
  }

  return {
    state: state.get,
    subscribe: state.subscribe,
    customer,
    check: async () => {
      const checked = await check()
      first.resolve(checked)
      return checked
    },
    firstCheck: first.promise,
    heldUp: tabs.heldUp,
    inTime: values.inTime,
    canStore: async () => {
      const written = record.tryWriting().then(
        () => true,
        () => false,
      )
      return (await values.inTime(written)) ?? false
    },
    renew,
    renewForDevice: async (customer) => {
      if (!(await product.isOfDevice())) await renew(customer)
    },
    signOut: async (customer, options = {}) => {
      const { before } = options
      const theirs = await record.read()
      if (before && theirs?.user.userID === customer) {
        await record.writeUnreportedSignOut(theirs.user.locale)
        await before().catch((error: unknown) => {
          log.error('Something of a sign-out failed.', { error: String(error) })
        })
      }
      // Another tab may have ended the session meanwhile, and somebody else may have signed in.
      const stored = await record.read()
      if (stored && stored.user.userID !== customer) {
        await read()
        return false
      }
      await signOut(undefined, options)
      return true
    },
    deletedCustomer: record.deletedCustomer,
    forgetDeletedCustomer: record.removeDeletedCustomer,
    deletion: record.deletion,
    finishedDeletion: async () => {
      const stored = await record.deletion()
      return stored && isFinished(stored) ? stored : undefined
    },
    writeDeletion: record.writeDeletion,
    forgetDeletion: async () => {
      await record.removeDeletion()
      await read()
    },
    ...tokens,
    deviceStatement: async (customer) => {
      const statement = await record.statement()
      return statement?.customer_id === customer ? statement : undefined
    },
    withoutRenewal: tabs.renewing,
    providerFor,
    endPrevious: async () => {
      await report()
      if (await record.read()) await signOut()
    },
    open: product.open,
    show,
    update: async (userID, given) => {
      const stored = await record.read()
      // Does not undo a sign-out that happened during the request.
      if (stored?.user.userID !== userID) return
      const user = await record.replace(userID, (latest) => ({ ...latest, ...userOf(given) }))
      if (user) show(user)
    },
  }
}
