import type { ServiceFailure } from '../../../contract/service-client.ts'
import { retry, type RetryPolicy } from '../../../lib/async/retry.ts'
import { fail, ok } from '../../../lib/result.ts'
import { oneMoreRead } from '../../retry-policies.ts'
import type { AuthProvider, ProviderDeps, ProviderSession } from '../provider.ts'
import type { ForwardedCalls } from './forwarded-calls.ts'
import { toTokens, type LoyaltyClient } from './loyalty-session.ts'

type LoyaltySignInDeps = Pick<ProviderDeps, 'now' | 'sleep'> & {
  client: LoyaltyClient
  forwardedCalls: ForwardedCalls
  /** Stores the session on the device. */
  write: (session: ProviderSession) => Promise<void>
}

const profileRetry: RetryPolicy<ServiceFailure> = {
  ...oneMoreRead,
  shouldRetry: ({ kind }) => kind === 'refused',
}

/** Signs in, reads the coach's name and stores the session. Fails if the account is not verified. */
export const createLoyaltySignIn = ({
  client,
  forwardedCalls,
  write,
  now,
  sleep,
}: LoyaltySignInDeps): AuthProvider['signIn'] => {
  const readName = async (accessToken: string) => {
    const readProfile = () => client.call('userDetails', undefined, { accessToken })
    const profile = await retry(readProfile, profileRetry, sleep)
    // A coach whose name cannot be read is still signed in.
    if (!profile.ok) return { firstName: '', lastName: '' }
    return { firstName: profile.value.FirstName, lastName: profile.value.LastName }
  }

  return async (email, password) => {
    const login = await forwardedCalls.login(email, password)
    if (!login.ok) return login
    if (login.value.VerifiedStatusFlag !== 'Y')
      return fail({ kind: 'user-unconfirmed', name: 'VerifiedStatusFlag' })
    const tokens = toTokens(login.value, now())
    const name = await readName(tokens.accessToken)
    const session = { userID: login.value.ProfileID, email, ...tokens, ...name }
    await write(session)
    return ok(session)
  }
}
