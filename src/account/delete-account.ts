import { locales, type LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ErasureReceipt } from '../contract/product-api/erasure.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isFinished, type UnfinishedDeletion, type FinishedDeletion } from '../session/account-deletion.ts'
import { getApiMessage, toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import { forgetRememberedDevice } from '../session/providers/user-pool/forget-remembered-device.ts'
import type { AuthProvider, PasswordProof, ProviderFailure } from '../session/providers/provider.ts'
import { apiRetry, providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps } from './account.ts'
import { explainWrongPassword } from './explain-wrong-password.ts'

export type AccountDeletion = Pick<
  Account,
  'checkPassword' | 'deleteAccount' | 'finishDeletion' | 'cancelDeletion'
>

/**
 * Whether the product API itself refused the deletion, so that it erased nothing. A missing response does not
 * prove that, nor does `foreign-answer`, the response of a captive portal or proxy. `account-erased` means
 * that the data is already erased.
 */
const isRefusal = ({ code, status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && code !== 'foreign-answer' && code !== 'account-erased'

const toSignInFailure = (locale: LocaleCode, failure: ProviderFailure): AuthFailure =>
  toAuthFailure('sign-in', failure, locales[locale].auth.kind)

/** Deletes accounts. The product API verifies that the password was checked in the last minutes. */
export const createDeleteAccount = ({ session, values, api, sleep, log }: AccountDeps): AccountDeletion => {
  /**
   * Returns the message for a deletion that conflicts with the stored one. A device stores one deletion, and
   * must not overwrite the deletion or the receipt of another account.
   */
  const findConflictMessage = async (customerId: string): Promise<AuthFailure['message'] | undefined> => {
    const deletion = await session.readDeletion()
    if (deletion && isFinished(deletion)) return 'deleteAccount.begun.otherReceipt'
    return deletion && deletion.customer !== customerId ? 'deleteAccount.begun.otherFirst' : undefined
  }

  const checkPassword = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.checkPassword(email, password), providerRetry, sleep)

  /** Resolves to the proof that the provider issues for the password, with the locale of the account. */
  const provePassword = async (customerId: string, password: string) => {
    const signedIn = await session.findUser(customerId)
    if (!signedIn.ok) return signedIn
    const message = await findConflictMessage(customerId)
    if (message) return fail<AuthFailure>({ message })
    const { user, provider } = signedIn.value
    const proof = await checkPassword(provider, user.email, password)
    if (proof.ok) return ok({ ...proof.value, locale: user.locale })
    const failure = toAuthFailure('delete-account', proof.error, locales[user.locale].auth.kind)
    return fail(explainWrongPassword(failure, provider))
  }

  const eraseAtProductApi = async (
    customerId: string,
    { accessToken }: PasswordProof,
  ): Promise<Result<ErasureReceipt, ApiFailure>> => {
    const body = { customer_id: customerId, accessToken }
    const response = await retry(() => api.call('eraseAccount', body), apiRetry, sleep)
    return response.ok ? ok(response.value.receipt) : response
  }

  const deleteAtProvider = async ({ deleteAccount }: PasswordProof): Promise<FinishedDeletion['signIn']> => {
    const deletion = await retry(deleteAccount, providerRetry, sleep)
    if (deletion.ok) return deletion.value
    // An earlier attempt, whose response was lost, or another tab has deleted the account.
    if (deletion.error.kind === 'user-unknown') return 'deleted'
    log.warn('The provider did not delete an account', { fault: deletion.error.name })
    return 'failed'
  }

  /**
   * Deletes the account at the product API, then at the provider. In this order, the coach can still sign in
   * for another attempt if the first step fails.
   */
  const erase = async (
    deletion: UnfinishedDeletion,
    proof: PasswordProof,
  ): Promise<Result<FinishedDeletion, ApiFailure>> => {
    await session.writeDeletion(deletion)
    const erasure = await eraseAtProductApi(deletion.customer, proof)
    if (!erasure.ok) return erasure
    const receipt = erasure.value
    await session.writeDeletion({ ...deletion, receipt })
    return ok({ receipt, signIn: await deleteAtProvider(proof), filesLeft: deletion.filesLeft })
  }

  /**
   * Completes the deletion on this device. `beforeLeaving` deletes the data of the account from this device.
   * If that fails, it is only logged: the account no longer exists, so the coach must see the receipt. A
   * sign-out keeps a remembered device, which must not outlive its account.
   */
  const finishOnDevice = async (
    customerId: string,
    deletion: FinishedDeletion,
    beforeLeaving?: () => Promise<void>,
  ): Promise<void> => {
    await session.writeDeletion(deletion)
    const runOrLog = async (work: () => Promise<void> | undefined) => {
      try {
        await work()
      } catch (error) {
        log.warn('Data of a deleted account may still be on this device', { error: String(error) })
      }
    }
    await runOrLog(() => beforeLeaving?.())
    await session.signOut(customerId)
    await runOrLog(() => forgetRememberedDevice(values, customerId))
  }

  /** Returns the completed deletion, if a receipt exists and the user pool no longer knows the account. */
  const findCompletedDeletion = (
    { receipt, filesLeft, locale }: UnfinishedDeletion,
    { kind }: ProviderFailure,
  ): FinishedDeletion | undefined => {
    // The loyalty provider deletes no accounts, and it also reports a wrong password as an unknown member.
    const isDeleted = locales[locale].auth.kind === 'user-pool' && kind === 'user-unknown'
    return receipt && isDeleted ? { receipt, signIn: 'deleted', filesLeft } : undefined
  }

  /** Continues a deletion that was started on this device, after a check of the password. */
  const finish = async (
    deletion: UnfinishedDeletion,
    email: string,
    password: string,
  ): Promise<Result<FinishedDeletion, AuthFailure>> => {
    const provider = await session.loadProvider(deletion.locale)
    if (!provider.ok) return provider
    const proof = await checkPassword(provider.value, email, password)
    if (!proof.ok) {
      const finished = findCompletedDeletion(deletion, proof.error)
      if (finished) return ok(finished)
      if (proof.error.kind === 'challenge') return fail({ message: 'deleteAccount.begun.secondFactor' })
      return fail(toSignInFailure(deletion.locale, proof.error))
    }
    // Erases again even if there is a receipt. If the coach signed in to another account, the product API
    // refuses, and that account is not deleted at the provider.
    const result = await erase(deletion, proof.value)
    if (result.ok) return result
    const isOtherAccount = result.error.code === 'identity-refused'
    return fail({ message: isOtherAccount ? 'deleteAccount.begun.other' : getApiMessage(result.error) })
  }

  return {
    checkPassword: async (customerId, password) => {
      const proof = await provePassword(customerId, password)
      return proof.ok ? ok(undefined) : proof
    },

    deleteAccount: async (customerId, password, { filesLeft, beforeLeaving } = {}) => {
      const proof = await provePassword(customerId, password)
      if (!proof.ok) return proof
      const { locale } = proof.value
      const deletion = { customer: customerId, locale, ...(filesLeft && { filesLeft: [...filesLeft] }) }
      // Without the lock, a renewal during the deletion would be refused, and would end the session as if the
      // account had been deleted elsewhere.
      return session.withRenewalLock(async () => {
        const result = await erase(deletion, proof.value)
        if (!result.ok) {
          if (isRefusal(result.error)) await session.forgetDeletion()
          return fail({ message: getApiMessage(result.error) })
        }
        await finishOnDevice(customerId, result.value, beforeLeaving)
        return result
      })
    },

    finishDeletion: async (email, password, beforeLeaving) => {
      const deletion = await session.readDeletion()
      if (!deletion) return fail({ message: 'error.signInNeeded' })
      if (isFinished(deletion)) return ok(deletion)
      const { customer: customerId } = deletion
      const result = await finish(deletion, email, password)
      if (result.ok) await finishOnDevice(customerId, result.value, () => beforeLeaving(customerId))
      return result
    },

    cancelDeletion: async (beforeLeaving) => {
      const deletion = await session.readDeletion()
      // Without a receipt, the product API has erased nothing, as far as this device knows.
      if (!deletion || isFinished(deletion) || !deletion.receipt) return session.forgetDeletion()
      const { customer: customerId, receipt, filesLeft } = deletion
      return finishOnDevice(customerId, { receipt, signIn: 'failed', filesLeft }, () =>
        beforeLeaving(customerId),
      )
    },
  }
}
