import { locales } from '../config/locales.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, type Result } from '../lib/result.ts'
import { toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { AccountDeps } from './account.ts'
import { explainWrongPassword } from './explain-wrong-password.ts'

/**
 * Returns a function that runs `work` if the password of the signed-in coach is right, for changes that nobody
 * else may make on a device that was left open. `freshToken` is the access token of the sign-in that has checked
 * the password, unless the provider asked for more than that.
 */
export const createWithPassword =
  ({ session, sleep }: Pick<AccountDeps, 'session' | 'sleep'>) =>
  async <T>(
    customerId: string,
    password: string,
    work: (freshToken?: string) => Promise<Result<T, AuthFailure>>,
  ): Promise<Result<T, AuthFailure>> => {
    const signedIn = await session.findUser(customerId)
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const proof = await retry(() => provider.checkPassword(user.email, password), providerRetry, sleep)
    // A provider asks for the second factor only after the right password.
    if (proof.ok) return work(proof.value.accessToken)
    if (proof.error.kind === 'challenge') return work()
    const failure = toAuthFailure('second-factor', proof.error, locales[user.locale].auth.kind)
    return fail(explainWrongPassword(failure, provider))
  }
