import { localeCodes, locales, type LocaleCode, type PoolName } from './locales.ts'

/**
 * Returns the addresses of this app that a hosted sign-in page redirects to: after a sign-in (`callback`) and
 * after a sign-out (`logout`). The page accepts no others, so they are registered at the user pool.
 */
export const getHostedReturns = (origin: string, locale: LocaleCode) => ({
  callback: `${origin}/${locale}/hosted-sign-in`,
  logout: `${origin}/${locale}/login`,
})

/** Lists the addresses to register at a user pool, for the locales whose coaches sign in there. */
export const listHostedReturns = (origin: string, pool: PoolName) =>
  localeCodes
    .filter((code) => {
      const { auth } = locales[code]
      return auth.kind === 'user-pool' && auth.pool === pool
    })
    .map((code) => getHostedReturns(origin, code))

/**
 * The scopes that the app requests from a hosted page. The last one allows the calls of a signed-in user, such
 * as a change of the name.
 */
export const hostedScopes = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'] as const
