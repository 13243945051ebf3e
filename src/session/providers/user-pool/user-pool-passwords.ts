import { confirmResetPassword, resetPassword, updatePassword } from 'aws-amplify/auth'
import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { Fetch } from '../../../lib/request-json.ts'
import { fail, ok } from '../../../lib/result.ts'
import { callAws } from '../call-aws.ts'
import type { AuthProvider } from '../provider.ts'
import type { UserPoolContext } from './user-pool-context.ts'
import { attempt, faultNamed, signedInFault } from './user-pool-fault.ts'

type Deps = Pick<UserPoolContext, 'context'> & {
  env: Env
  pool: PoolName
  fetch: Fetch
  session: AuthProvider['session']
  leave: () => Promise<void>
}

type Passwords = Pick<AuthProvider, 'requestReset' | 'resetPassword' | 'changePassword' | 'signOutEverywhere'>

/** Replacing a forgotten password, changing a known one, and ending every session with it. */
export const createUserPoolPasswords = ({ context, env, pool, fetch, session, leave }: Deps): Passwords => {
  const { userPoolId } = env.pools[pool]
  const [region] = userPoolId.split('_')
  const address = env.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`

  return {
    requestReset: (email) =>
      attempt(async () => {
        await resetPassword(context, { username: email })
      }),

    resetPassword: ({ email, code, password }) =>
      attempt(() =>
        confirmResetPassword(context, { username: email, confirmationCode: code, newPassword: password }),
      ),

    changePassword: (oldPassword, newPassword) =>
      attempt(() => updatePassword(context, { oldPassword, newPassword }), signedInFault),

    // Amplify's own global sign-out removes the tokens although the pool was never called.
    signOutEverywhere: async () => {
      const current = await session()
      if (!current.ok) return current
      const target = 'AWSCognitoIdentityProviderService.GlobalSignOut'
      const body = { AccessToken: current.value.accessToken }
      const ended = await callAws(fetch, { address, target, body })
      if (!ended.ok) return fail(faultNamed(ended.error.kind === 'unreadable' ? 'Unknown' : ended.error.name))
      await leave()
      return ok(undefined)
    },
  }
}
