import { locales } from '../config/locales.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, type Result } from '../lib/result.ts'
import { toAuthFailure, type AuthFailure } from '../session/failure-messages.ts'
import type { ProviderResult, SecondFactorMethods } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { AccountDeps, SecondFactor } from './account.ts'

/** Sets up, reads and removes the second factor of a signed-in coach. */
export const createSecondFactor = ({ session, sleep }: AccountDeps): SecondFactor => {
  const call = <T>(
    customerId: string,
    work: (methods: SecondFactorMethods) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> =>
    session.asCustomer(customerId, 'second-factor', async ({ secondFactor }) =>
      secondFactor ? work(secondFactor) : fail({ kind: 'not-set-up', name: 'NoSecondFactor' }),
    )

  /** Runs `work` if the password is right. */
  const withPassword = async <T>(
    customerId: string,
    password: string,
    work: (methods: SecondFactorMethods) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const signedIn = await session.findUser(customerId)
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const proof = await retry(() => provider.checkPassword(user.email, password), providerRetry, sleep)
    // A provider asks for the second factor only after the right password.
    if (proof.ok || proof.error.kind === 'challenge') return call(customerId, work)
    return fail(toAuthFailure('second-factor', proof.error, locales[user.locale].auth.kind))
  }

  return {
    read: (customerId) => call(customerId, ({ read }) => read()),
    createKey: (customerId, password) => withPassword(customerId, password, ({ createKey }) => createKey()),
    turnOn: (customerId, code) => call(customerId, ({ turnOn }) => turnOn(code)),
    turnOff: (customerId, password) => withPassword(customerId, password, ({ turnOff }) => turnOff()),
  }
}
