import { ok } from '../lib/result.ts'
import type { SessionControl, SessionState } from '../session/session.ts'
import type { Account, AccountDeps } from './account.ts'
import type { AccountDeletion } from './delete-account.ts'
import { createChallengeRecord } from './challenge-record.ts'
import { createFollowUps } from './sign-up-follow-ups.ts'
import { logFailures } from './log-failures.ts'
import { createCustomerWatch } from './customer-watch.ts'
import { createPasswords } from './passwords.ts'
import { createPendingVerification } from './pending-verification.ts'
import { createSignIn } from './sign-in.ts'
import { createSignUp } from './sign-up.ts'

const findSignedInUser = (state: SessionState) => (state.status === 'authenticated' ? state.user : undefined)

/** Changes the name of the signed-in coach: at the provider, then on this device, in every tab. */
const createRename =
  (session: SessionControl): Account['rename'] =>
  async (customerId, name) => {
    const signedIn = await session.findUser(customerId)
    if (!signedIn.ok) return signedIn
    const tokens = await session.asCustomer(customerId, 'rename', (provider) => provider.rename(name))
    if (!tokens.ok) return tokens
    await session.update(customerId, tokens.value)
    return ok(undefined)
  }

/** Deletes accounts with code that is not part of the first load, because few coaches delete theirs. */
const createLateDeletion = (deps: AccountDeps): AccountDeletion => {
  const load = async () => (await import('./delete-account.ts')).createDeleteAccount(deps)
  return {
    checkPassword: async (...args) => (await load()).checkPassword(...args),
    deleteAccount: async (...args) => (await load()).deleteAccount(...args),
    finishDeletion: async (...args) => (await load()).finishDeletion(...args),
    cancelDeletion: async (...args) => (await load()).cancelDeletion(...args),
  }
}

/** Creates the account methods of a tab from its session and its outbox. */
export const createAccount = (deps: AccountDeps): Account => {
  const { session, values, tabTexts, lastSignOut, now, log } = deps
  const verification = createPendingVerification(values, now)
  const followUps = createFollowUps(deps)
  const customerWatch = createCustomerWatch(session)
  const challengeRecord = createChallengeRecord({ tabText: tabTexts.challenge, lastSignOut, now })
  const signInMethods = createSignIn({ verification, challengeRecord, followUps, customerWatch }, deps)
  const { signIn } = signInMethods

  const completeEarlierSignUps = async () => followUps.resume(findSignedInUser(await session.firstCheck))
  void logFailures(log, 'An earlier sign-up was not completed', completeEarlierSignUps())

  const forgetObsoleteSecrets = async () => {
    if (session.state().status === 'anonymous') tabTexts.authenticatorKey.write()
    if (challengeRecord.storedText() === undefined) return
    await (await signInMethods.loadChallenges()).endIfObsolete()
  }
  session.subscribe(() => void logFailures(log, 'A challenge was not forgotten', forgetObsoleteSecrets()))

  return {
    ...signInMethods,
    ...createSignUp({ verification, followUps, signIn }, deps),
    ...createPasswords(challengeRecord, deps),
    ...createLateDeletion(deps),
    // Few coaches set up a second factor, so this code is not part of the first load.
    loadSecondFactor: async () => (await import('./second-factor.ts')).createSecondFactor(deps),
    rename: createRename(session),
    onOtherCustomer: customerWatch.onOtherCustomer,
    hasSignUpOfOther: followUps.hasSignUpOfOther,
    completeProfile: followUps.completeProfile,
  }
}
