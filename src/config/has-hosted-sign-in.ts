import type { Env } from './env.ts'
import { locales, type LocaleCode } from './locales.ts'

/** Whether the coaches of a locale can sign in on a hosted page of their user pool. */
export const hasHostedSignIn = (pools: Env['pools'], locale: LocaleCode): boolean => {
  const { auth } = locales[locale]
  return auth.kind === 'user-pool' && pools[auth.pool].hostedOrigin !== undefined
}
