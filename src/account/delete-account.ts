import { locales } from '../config/locales.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { apiMessage, failureOf, type AuthFailure } from '../session/failures.ts'
import type { PasswordProof } from '../session/providers/provider.ts'
import { canApiPass, canFaultPass, retry } from '../session/retry.ts'
import type { Account, AccountDeps, DeletedAccount } from './account.ts'

/** The end of an account. The product API looks itself whether the password was asked for a moment ago. */
export const createDeleteAccount = ({
  session,
  api,
  sleep,
  log,
}: AccountDeps): Pick<Account, 'checkPassword' | 'deleteAccount'> => {
  const prove = async (customer: string, password: string): Promise<Result<PasswordProof, AuthFailure>> => {
    const signedIn = await session.signedIn(customer)
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const proof = await provider.checkPassword(user.email, password)
    if (proof.ok) return proof
    return fail(failureOf('delete-account', proof.error.kind, locales[user.locale].auth.kind))
  }

  /** First here: who cannot be erased here keeps a sign-in to try it again with. */
  const erase = async (
    customer: string,
    { accessToken, deleteAccount }: PasswordProof,
  ): Promise<Result<DeletedAccount, AuthFailure>> => {
    const body = { customer_id: customer, accessToken }
    const erased = await retry(() => api.call('eraseAccount', body), { canPass: canApiPass, sleep })
    if (!erased.ok) return fail({ message: apiMessage(erased.error) })
    const deleted = await retry(deleteAccount, { canPass: canFaultPass, sleep })
    if (!deleted.ok) log.warn('The provider did not delete an account.', { fault: deleted.error.name })
    return ok({ receipt: erased.value.receipt, signIn: deleted.ok ? deleted.value : 'failed' })
  }

  return {
    checkPassword: async (customer, password) => {
      const proof = await prove(customer, password)
      return proof.ok ? ok(undefined) : proof
    },

    deleteAccount: async (customer, password, beforeLeaving) => {
      const proof = await prove(customer, password)
      if (!proof.ok) return proof
      // A renewal meanwhile would be refused, and end the session as one whose account somebody else deleted.
      return session.withoutRenewal(async () => {
        const erased = await erase(customer, proof.value)
        if (!erased.ok) return erased
        try {
          await beforeLeaving?.()
        } catch (error) {
          // The account is gone, and its receipt must be shown: what is left here goes with the session, or is told then.
          log.warn('Something of a deleted account is still on this device.', { error: String(error) })
        }
        await session.signOut(customer)
        return erased
      })
    },
  }
}
