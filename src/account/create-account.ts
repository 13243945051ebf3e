import { fail, ok } from '../lib/result.ts'
import type { Auth } from './account.ts'
import type { SessionState } from '../session/session.ts'
import { createSessionState } from '../session/session-state.ts'
import { createSessionCheck } from '../session/check-session.ts'
import type { AuthDeps } from './deps.ts'
import { createIdentity } from '../session/tokens.ts'
import { createLeaving } from '../session/leave-session.ts'
import { createMemorisedPassword } from './pending-verification.ts'
import { createPasswords } from './passwords.ts'
import { createProductSession } from '../session/product-session.ts'
import { createRename } from './rename.ts'
import { createRenewal } from '../session/renew-session.ts'
import { createSessionRecord } from '../session/session-record.ts'
import { createSignIn } from './sign-in.ts'
import { settle } from './log-failures.ts'
import { createSignUpSettlement } from './follow-ups.ts'
import { createSignUpRecord } from './pending-sign-ups.ts'
import { createSignUp } from './sign-up.ts'
import { createStorageCredentials } from '../session/storage-credentials.ts'
import { createProfileTelling } from './report-profile.ts'

const userOf = (state: SessionState) => (state.status === 'authenticated' ? state.user : undefined)

/** Signing in, up and out for every locale; one per tab. */
export const createAuth = (deps: AuthDeps): Auth => {
  const { values, tabs, log, onSignedOut } = deps
  const record = createSessionRecord(values)
  const state = createSessionState()
  const password = createMemorisedPassword()
  const product = createProductSession(deps)
  const leaving = createLeaving({ record, state, product }, deps)
  const renew = createRenewal({ record, state, product }, deps)
  const session = createSessionCheck({ record, state, product, leaving, renew }, deps)
  const identity = createIdentity(record, deps)
  const tellProfile = createProfileTelling(deps, identity.identityToken)
  const settlement = createSignUpSettlement(createSignUpRecord(values, tabs.exclusive), {
    ...deps,
    tellProfile,
  })
  const signIn = createSignIn({ record, state, product, leaving, password, settlement }, deps)
  const signUp = createSignUp({ record, password, settlement, signIn }, deps)

  /** Another tab has signed in or out: this one follows, and forgets what it cached for somebody else. */
  const follow = async (): Promise<void> => {
    const before = userOf(state.get())
    const after = await session.read()
    if (before && before.userID !== after?.userID) await onSignedOut()
  }
  tabs.listen(() => {
    follow().catch((error: unknown) => log.error('This tab lost the session.', { error: String(error) }))
  })

  let asked = false
  /** After the first check of a tab, what earlier sign-ups still owe is told. */
  const check: Auth['check'] = async () => {
    const checked = await session.check()
    if (!asked) {
      asked = true
      void settle(log, 'A sign-up was not settled.', settlement.retry(userOf(checked)))
    }
    return checked
  }

  return {
    state: state.get,
    subscribe: state.subscribe,
    check,
    ...signUp,
    ...createPasswords({ record, identity, leaving, renew }, deps),
    profileTold: async () => {
      const user = userOf(state.get())
      if (user) await settlement.profileTold(user)
    },
    accessToken: identity.accessToken,
    identityToken: identity.identityToken,
    rename: createRename({ record, state, identity }, deps),
    signIn,
    renew: async () => {
      const stored = await record.read()
      if (!stored) return fail({ message: 'error.signInNeeded' })
      const renewed = await renew(stored.user, false)
      return renewed.ok ? ok(undefined) : renewed
    },
    signOut: () => leaving.leave(),
    storageCredentials: createStorageCredentials(record, deps),
  }
}
