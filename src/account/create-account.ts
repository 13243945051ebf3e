import type { Account, AccountDeps } from './account.ts'
import { createDeleteAccount } from './delete-account.ts'
import { createFollowUps } from './follow-ups.ts'
import { logFailures } from './log-failures.ts'
import { createPasswords } from './passwords.ts'
import { createPendingVerification } from './pending-verification.ts'
import { createSignIn } from './sign-in.ts'
import { createSignUp } from './sign-up.ts'
import type { SessionState, SessionControl } from '../session/session.ts'
import { ok } from '../lib/result.ts'

const userOf = (state: SessionState) => (state.status === 'authenticated' ? state.user : undefined)

/** Renames the signed-in coach: at the provider, then on this device, in every tab. */
const createRename =
  (session: SessionControl): Account['rename'] =>
  async (customer, name) => {
    const signedIn = await session.signedIn(customer)
    if (!signedIn.ok) return signedIn
    const renamed = await session.asCustomer(customer, 'rename', (provider) => provider.rename(name))
    if (!renamed.ok) return renamed
    await session.update(customer, renamed.value)
    return ok(undefined)
  }

/** Sign-up, sign-in, names and passwords, over the session and the outbox. Each tab creates one. */
export const createAccount = (deps: AccountDeps): Account => {
  const { session, values, now, log } = deps
  const verification = createPendingVerification(values, now)
  const followUps = createFollowUps(deps)
  const signIn = createSignIn({ verification, followUps }, deps)

  const resume = async () => followUps.resume(userOf(await session.firstCheck))
  void logFailures(log, 'An earlier sign-up was not completed.', resume())

  return {
    signIn,
    ...createSignUp({ verification, followUps, signIn }, deps),
    ...createPasswords(deps),
    ...createDeleteAccount(deps),
    rename: createRename(session),
    hasSignUpOfOther: followUps.hasOthers,
    profileComplete: followUps.profileComplete,
  }
}
