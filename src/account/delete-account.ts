import { locales, type LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ErasureReceipt } from '../contract/product-api/erasure.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isFinished, type BegunDeletion, type FinishedDeletion } from '../session/deletion.ts'
import { apiMessage, failureOf, type AuthFailure } from '../session/failures.ts'
import type { AuthProvider, PasswordProof, ProviderFault } from '../session/providers/provider.ts'
import { canApiPass, canFaultPass, retry } from '../session/retry.ts'
import type { Account, AccountDeps } from './account.ts'

type Deletions = Pick<Account, 'checkPassword' | 'deleteAccount' | 'finishDeletion' | 'giveUpDeletion'>

/** Whether the product API has said that it erased nothing. What responded in its place, or not at all, says nothing. */
const isRefusal = ({ code, status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && code !== 'foreign-answer' && code !== 'account-erased'

/** The end of an account. The product API looks itself whether the password was asked for a moment ago. */
export const createDeleteAccount = ({ session, api, sleep, log }: AccountDeps): Deletions => {
  /** A device remembers one deletion: that of another account, or its receipt, must not be lost by a second one. */
  const reasonToWait = async (customer: string): Promise<AuthFailure['message'] | undefined> => {
    const before = await session.deletion()
    if (before && isFinished(before)) return 'deleteAccount.begun.otherReceipt'
    return before && before.customer !== customer ? 'deleteAccount.begun.otherFirst' : undefined
  }

  const checkPassword = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.checkPassword(email, password), { canPass: canFaultPass, sleep })

  const proofOf = async (customer: string, password: string) => {
    const signedIn = await session.signedIn(customer)
    if (!signedIn.ok) return signedIn
    const message = await reasonToWait(customer)
    if (message) return fail<AuthFailure>({ message })
    const { user, provider } = signedIn.value
    const proof = await checkPassword(provider, user.email, password)
    if (proof.ok) return ok({ ...proof.value, locale: user.locale })
    return fail(failureOf('delete-account', proof.error, locales[user.locale].auth.kind))
  }

  const eraseAtProductApi = async (
    customer: string,
    { accessToken }: PasswordProof,
  ): Promise<Result<ErasureReceipt, ApiFailure>> => {
    const body = { customer_id: customer, accessToken }
    const erased = await retry(() => api.call('eraseAccount', body), { canPass: canApiPass, sleep })
    return erased.ok ? ok(erased.value.receipt) : erased
  }

  const deleteAtProvider = async ({ deleteAccount }: PasswordProof): Promise<FinishedDeletion['signIn']> => {
    const deleted = await retry(deleteAccount, { canPass: canFaultPass, sleep })
    if (deleted.ok) return deleted.value
    // The response to an earlier try was lost, or another tab was faster.
    if (deleted.error.kind === 'user-unknown') return 'deleted'
    log.warn('The provider did not delete an account.', { fault: deleted.error.name })
    return 'failed'
  }

  /** First at the product API: who cannot be erased there keeps a sign-in to try it again with. */
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

  /** The rest, on this device. The account is gone, and its receipt must be shown, whatever fails here. */
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

  /** The deletion as the receipt proves it, where a pool does not know the sign-in any more. */
  const deletedBefore = (
    { receipt, filesLeft, locale }: BegunDeletion,
    { kind }: ProviderFault,
  ): FinishedDeletion | undefined => {
    // The loyalty provider deletes nobody, and says of a wrong password too that it knows no such member.
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
    // Once more even where there is a receipt: it refuses the sign-in of anybody else, which must not be deleted.
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
      // A renewal meanwhile would be refused, and end the session as one whose account somebody else deleted.
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
  failureOf('sign-in', fault, locales[locale].auth.kind)
