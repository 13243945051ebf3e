import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/product-api-client.ts'
import { ok, type Result } from '../lib/result.ts'
import { userOf, type CurrentUser } from './current-user.ts'
import type { ProviderSession } from './providers/provider.ts'
import { canApiPass, retry } from './retry.ts'
import type { SessionDeps } from './session.ts'

/** The product API's side of a session: opened with an identity token, checked, ended. */
export const createProductSession = ({
  api,
  device,
  sleep,
}: Pick<SessionDeps, 'api' | 'device' | 'sleep'>) => ({
  /** Exchanges the identity token for the session cookie; returns the record of who is signed in. */
  open: async (locale: LocaleCode, tokens: ProviderSession): Promise<Result<CurrentUser, ApiFailure>> => {
    const body = { authToken: tokens.identityToken, locale, device: await device() }
    const opened = await retry(() => api.call('login', body), { canPass: canApiPass, sleep })
    if (!opened.ok) return opened
    return ok({ ...userOf(tokens), locale, admin: opened.value.customer.admin })
  },

  /** `undefined` when the server could not be reached: that says nothing about the token. */
  isValid: async (accessToken: string): Promise<boolean | undefined> => {
    const validation = await api.call('tokenValidation', { accessToken })
    return validation.ok ? validation.value.valid : undefined
  },

  /** Whether the server has ended the session of this browser. */
  end: async (): Promise<boolean> => (await api.call('logout', {})).ok,
})

export type ProductSession = ReturnType<typeof createProductSession>
