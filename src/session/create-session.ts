import { fail, ok } from '../lib/result.ts'
import { createSessionCheck } from './check-session.ts'
import { userOf } from './current-user.ts'
import { createProductSession } from './product-session.ts'
import { createSessionRecord } from './session-record.ts'
import { createSessionState } from './session-state.ts'
import type { SessionControl, SessionDeps, SessionState } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { createTokens } from './tokens.ts'

/** The session of this device; one per tab. */
export const createSession = (deps: SessionDeps): SessionControl => {
  const { providerFor, values, tabs } = deps
  const record = createSessionRecord(values)
  const state = createSessionState()
  const product = createProductSession({ record, state }, deps)
  const { signOut, report } = createSignOut({ record, state, product }, deps)
  const { check, read } = createSessionCheck({ record, state, product, signOut, report }, deps)
  const first = Promise.withResolvers<SessionState>()

  const customer = () => {
    const current = state.get()
    return current.status === 'authenticated' ? current.user.userID : undefined
  }
  const show: SessionControl['show'] = (user) => {
    state.set({ status: 'authenticated', user })
    tabs.announce()
  }
  followTabs(deps, { customer, read })

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
      const renewed = await product.renew(stored.user, false)
      return renewed.ok ? ok(undefined) : renewed
    },
    signOut: () => signOut(),
    ...createTokens(record, deps),
    providerFor,
    endPrevious: async () => {
      await report()
      if (await record.read()) await signOut()
    },
    open: product.open,
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

type Followed = Pick<SessionControl, 'customer'> & Pick<ReturnType<typeof createSessionCheck>, 'read'>

/** Another tab has signed in or out: this one follows, and discards what it cached for the customer before. */
const followTabs = ({ tabs, log, onSignedOut }: SessionDeps, { customer, read }: Followed): void => {
  const follow = async (): Promise<void> => {
    const before = customer()
    const after = await read()
    if (before !== undefined && before !== after?.userID) await onSignedOut()
  }
  tabs.listen(() => {
    follow().catch((error: unknown) => log.error('This tab lost the session.', { error: String(error) }))
  })
}
