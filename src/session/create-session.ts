import { fail, ok } from '../lib/result.ts'
import { createSessionCheck } from './check-session.ts'
import { userOf } from './current-user.ts'
import { createProductSession } from './product-session.ts'
import { createRenewal } from './renew-session.ts'
import { createSessionRecord } from './session-record.ts'
import { createSessionState } from './session-state.ts'
import type { SessionControl, SessionDeps, SessionState } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { createStorageCredentials } from './storage-credentials.ts'
import { createTokens } from './tokens.ts'

/** The session of this device; one per tab. */
export const createSession = (deps: SessionDeps): SessionControl => {
  const { providerFor, values, tabs, now, log, onSignedOut } = deps
  const record = createSessionRecord(values)
  const state = createSessionState()
  const product = createProductSession(deps)
  const { signOut, report } = createSignOut({ record, state, product }, deps)
  const renew = createRenewal({ record, state, product }, deps)
  const { check, read } = createSessionCheck({ record, state, product, signOut, report, renew }, deps)
  const tokens = createTokens(record, deps)
  const first = Promise.withResolvers<SessionState>()

  const customer = () => {
    const current = state.get()
    return current.status === 'authenticated' ? current.user.userID : undefined
  }

  /** Another tab has signed in or out: this one follows, and discards what it cached for the customer before. */
  const follow = async (): Promise<void> => {
    const before = customer()
    const after = await read()
    if (before !== undefined && before !== after?.userID) await onSignedOut()
  }
  tabs.listen(() => {
    follow().catch((error: unknown) => log.error('This tab lost the session.', { error: String(error) }))
  })

  const show: SessionControl['show'] = (user) => {
    state.set({ status: 'authenticated', user })
    tabs.announce()
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
    renew: async () => {
      const stored = await record.read()
      if (!stored) return fail({ message: 'error.signInNeeded' })
      const renewed = await renew(stored.user, false)
      return renewed.ok ? ok(undefined) : renewed
    },
    signOut: () => signOut(),
    ...tokens,
    storageCredentials: createStorageCredentials(tokens.signedIn, now),
    providerFor,
    endPrevious: async () => {
      await report()
      if (await record.read()) await signOut()
    },
    open: async (locale, given) => {
      const opened = await product.open(locale, given)
      if (opened.ok) await record.write(opened.value)
      return opened
    },
    show,
    update: async (userID, given) => {
      const stored = await record.read()
      // A sign-out while the response was on its way is not undone.
      if (stored?.user.userID !== userID) return
      const user = { ...stored.user, ...userOf(given) }
      await record.write(user)
      show(user)
    },
  }
}
