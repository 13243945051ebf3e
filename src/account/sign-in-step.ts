import type { LocaleCode } from '../config/locales.ts'
import type { RetryPolicy } from '../lib/async/retry.ts'
import type { Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import type {
  AuthProvider,
  ProviderFailure,
  ProviderResult,
  ProviderSession,
} from '../session/providers/provider.ts'

/** A step of a sign-in: the password or a passkey, or the answer to what the provider asks for after it. */
export type SignInStep = {
  name: 'sign-in' | 'challenge'
  locale: LocaleCode
  /** Unknown if the coach has typed it into a hosted page. */
  email?: string
  /** Only in the first step, if it is not a passkey. */
  password?: string
  /** `providerRetry` by default. */
  retry?: RetryPolicy<ProviderFailure>
  /**
   * The failure of the step if anyone is signed in on this device by then. Without it, the step ends that
   * session.
   */
  ifSignedIn?: AuthFailure
  requestTokens: (provider: AuthProvider) => ProviderResult<ProviderSession>
}

/** Takes one step of a sign-in. If it is the last one, completes the sign-in. */
export type TakeStep = (step: SignInStep) => Promise<Result<CurrentUser, AuthFailure>>
