import { locales, type LocaleCode } from '../config/locales.ts'
import { errors } from '../contract/errors.ts'
import type { ApiFailure } from '../contract/product-api-client.ts'
import { ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from './current-user.ts'
import type { AuthDeps } from '../account/deps.ts'
import type { ProviderSession } from './providers/provider.ts'
import { retry } from './retry.ts'

/** The product API's side of a session: opened with an identity token, checked, ended. */
export const createProductSession = ({
  api,
  device,
  sleep,
  log,
}: Pick<AuthDeps, 'api' | 'device' | 'sleep' | 'log'>) => ({
  /** Exchanges the identity token for the session cookie, and makes the record of who is signed in. */
  open: async (
    locale: LocaleCode,
    { identityToken, expire, ...session }: ProviderSession,
  ): Promise<Result<CurrentUser, ApiFailure>> => {
    const body = { authToken: identityToken, locale, device: await device() }
    const answer = await retry(() => api.call('login', body), {
      canPass: ({ code }) => errors[code].next === 'retry',
      sleep,
    })
    if (!answer.ok) return answer
    return ok({ ...session, expire: String(expire), locale, admin: answer.value.customer.admin })
  },

  /** After every sign-in (specification §4). The session is open by then: a failure is only told to the log. */
  checkCustomer: async ({ userID, accessToken, locale }: CurrentUser): Promise<void> => {
    const { country, language } = locales[locale]
    const body = { token: userID, country, language: language.toUpperCase(), accessToken }
    const answer = await api.call('checkCustomer', body)
    if (!answer.ok) log.warn('The customer check failed.', { code: answer.error.code })
  },

  /** `undefined` when nobody could be asked: that says nothing about the token. */
  isValid: async (accessToken: string): Promise<boolean | undefined> => {
    const answer = await api.call('tokenValidation', { accessToken })
    return answer.ok ? answer.value.valid : undefined
  },

  /** Whether the server has ended the session of this browser. */
  end: async (): Promise<boolean> => (await api.call('logout', {})).ok,
})

export type ProductSession = ReturnType<typeof createProductSession>
