import { locales, type LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ErasureReceipt } from '../contract/product-api/erasure.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isFinished, type BegunDeletion, type FinishedDeletion } from '../session/deletion.ts'
import { apiMessage, authFailureOf, type AuthFailure } from '../session/failures.ts'
import type { AuthProvider, PasswordProof, ProviderFault } from '../session/providers/provider.ts'
import { apiRetry, providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps } from './account.ts'

type Deletions = Pick<Account, 'checkPassword' | 'deleteAccount' | 'finishDeletion' | 'giveUpDeletion'>

/**
 * Whether the product API itself refused and erased nothing. A missing response, or a response from another
 * server, proves nothing.
 */
const isRefusal = ({ code, status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && code !== 'foreign-answer' && code !== 'account-erased'

/** Deletes accounts. The product API itself verifies that the password was checked a moment ago. */
export const createDeleteAccount = ({ session, api, sleep, log }: AccountDeps): Deletions => {
  /** A device stores one deletion. A second one must not overwrite another account's deletion or receipt. */
  const reasonToWait = async (customer: string): Promise<AuthFailure['message'] | undefined> => {
    const before = await session.deletion()
    if (before && isFinished(before)) return 'deleteAccount.begun.otherReceipt'
    return before && before.customer !== customer ? 'deleteAccount.begun.otherFirst' : undefined
  }

  const checkPassword = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.checkPassword(email, password), providerRetry, sleep)

  const proofOf = async (customer: string, password: string) => {
    const signedIn = await session.signedIn(customer)
    if (!signedIn.ok) return signedIn
    const message = await reasonToWait(customer)
    if (message) return fail<AuthFailure>({ message })
    const { user, provider } = signedIn.value
    const proof = await checkPassword(provider, user.email, password)
    if (proof.ok) return ok({ ...proof.value, locale: user.locale })
    return fail(authFailureOf('delete-account', proof.error, locales[user.locale].auth.kind))
  }

  const eraseAtProductApi = async (
    customer: string,
    { accessToken }: PasswordProof,
  ): Promise<Result<ErasureReceipt, ApiFailure>> => {
    const body = { customer_id: customer, accessToken }
    const erased = await retry(() => api.call('eraseAccount', body), apiRetry, sleep)
    return erased.ok ? ok(erased.value.receipt) : erased
  }

  const deleteAtProvider = async ({ deleteAccount }: PasswordProof): Promise<FinishedDeletion['signIn']> => {
    const deleted = await retry(deleteAccount, providerRetry, sleep)
    if (deleted.ok) return deleted.value
    // The response to an earlier attempt was lost, or another tab was faster.
    if (deleted.error.kind === 'user-unknown') return 'deleted'
    log.warn('The provider did not delete an account.', { fault: deleted.error.name })
    return 'failed'
  }

  /** Erases at the product API first: if that fails, the coach keeps a sign-in for the next attempt. */
  const erase = async (
    begun: BegunDeletion,
    proof: PasswordProof,
  ): Promise<Result<FinishedDeletion, ApiFailure>> => {
    await session.writeDeletion(begun)
    const erased = await eraseAtProductApi(begun.customer, proof)
    if (!erased.ok) return erased
    const receipt = erased.value
    await session.writeDeletion({ ...begun, receipt })
    return ok({ receipt, signIn: await deleteAtProvider(proof), filesLeft: begun.filesLeft })
  }

  /** Completes the deletion here. The account is gone, so its receipt is shown even if this fails. */
  const leave = async (
    customer: string,
    finished: FinishedDeletion,
    beforeLeaving?: () => Promise<void>,
  ): Promise<void> => {
    await session.writeDeletion(finished)
    try {
      await beforeLeaving?.()
    } catch (error) {
      log.warn('Something of a deleted account is still on this device.', { error: String(error) })
    }
    await session.signOut(customer)
  }

  /** The completed deletion, if a receipt exists and the user pool no longer knows the sign-in. */
  const deletedBefore = (
    { receipt, filesLeft, locale }: BegunDeletion,
    { kind }: ProviderFault,
  ): FinishedDeletion | undefined => {
    // The loyalty provider deletes no accounts, and it also reports a wrong password as an unknown member.
    const isGone = locales[locale].auth.kind === 'user-pool' && kind === 'user-unknown'
    return receipt && isGone ? { receipt, signIn: 'deleted', filesLeft } : undefined
  }

  const finish = async (
    begun: BegunDeletion,
    email: string,
    password: string,
  ): Promise<Result<FinishedDeletion, AuthFailure>> => {
    const provider = await session.providerFor(begun.locale)
    if (!provider.ok) return provider
    const proof = await checkPassword(provider.value, email, password)
    if (!proof.ok) {
      const deleted = deletedBefore(begun, proof.error)
      return deleted ? ok(deleted) : fail(signInFailure(begun.locale, proof.error))
    }
    // Erases again even with a receipt: the product API refuses another account's sign-in, which must stay.
    const erased = await erase(begun, proof.value)
    if (erased.ok) return erased
    const isOther = erased.error.code === 'identity-refused'
    return fail({ message: isOther ? 'deleteAccount.begun.other' : apiMessage(erased.error) })
  }

  return {
    checkPassword: async (customer, password) => {
      const proof = await proofOf(customer, password)
      return proof.ok ? ok(undefined) : proof
    },

    deleteAccount: async (customer, password, { filesLeft, beforeLeaving } = {}) => {
      const proof = await proofOf(customer, password)
      if (!proof.ok) return proof
      const { locale } = proof.value
      const begun = { customer, locale, ...(filesLeft && { filesLeft: [...filesLeft] }) }
      // A renewal meanwhile would be refused and end the session as one whose account was deleted elsewhere.
      return session.withoutRenewal(async () => {
        const erased = await erase(begun, proof.value)
        if (!erased.ok) {
          if (isRefusal(erased.error)) await session.forgetDeletion()
          return fail({ message: apiMessage(erased.error) })
        }
        await leave(customer, erased.value, beforeLeaving)
        return erased
      })
    },

    finishDeletion: async (email, password, beforeLeaving) => {
      const begun = await session.deletion()
      if (!begun) return fail({ message: 'error.signInNeeded' })
      if (isFinished(begun)) return ok(begun)
      const { customer } = begun
      const finished = await finish(begun, email, password)
      if (finished.ok) await leave(customer, finished.value, () => beforeLeaving(customer))
      return finished
    },

    giveUpDeletion: async (beforeLeaving) => {
      const begun = await session.deletion()
      if (!begun || isFinished(begun) || !begun.receipt) return session.forgetDeletion()
      const { customer, receipt, filesLeft } = begun
      return leave(customer, { receipt, signIn: 'failed', filesLeft }, () => beforeLeaving(customer))
    },
  }
}

const signInFailure = (locale: LocaleCode, fault: ProviderFault): AuthFailure =>
  authFailureOf('sign-in', fault, locales[locale].auth.kind)
