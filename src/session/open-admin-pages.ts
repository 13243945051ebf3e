import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { ResponseOf } from '../contract/product-api.ts'
import type { Role } from '../contract/roles.ts'
import type { MessageId } from '../i18n/message-id.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { getApiMessage } from './auth-failure.ts'
import type { Session } from './session.ts'

type AccessState = ResponseOf<'openAdminPages'>['state']
type RefusedCode = Extract<AccessState, 'code-wrong' | 'code-used' | 'codes-paused'>

type OpenOptions = { code?: string | undefined; signal?: AbortSignal | undefined }
type OpenResponse = { state: AccessState; role?: Role | undefined } | 'forbidden'
type OpenResult = Result<OpenResponse, { message: MessageId }>

/**
 * Asks the product API to open the admin pages, with a code of the authenticator app if it needs one.
 * `forbidden`: the customer has no role that opens them.
 */
export type OpenAdminPages = (
  options?: OpenOptions,
) => Promise<Result<Exclude<AccessState, RefusedCode> | 'forbidden', { message: MessageId }>>

const messageByCode = {
  'code-wrong': 'errorMessage.challengeCodeWrong',
  'code-used': 'errorMessage.challengeCodeUsed',
  'codes-paused': 'errorMessage.codesPaused',
} as const satisfies Record<RefusedCode, MessageId>

const isRefusedCode = (state: AccessState): state is RefusedCode => Object.hasOwn(messageByCode, state)

/**
 * Returns the function that opens the admin pages. It also stores the role that the server names, because the role
 * may have changed since the session started.
 */
export const createOpenAdminPages = (
  adminId: string,
  {
    requestAccessToken,
    storeRole,
    api,
  }: Pick<Session, 'requestAccessToken' | 'storeRole'> & { api: ProductApiClient },
): OpenAdminPages => {
  /**
   * Calls the API, and once more with a new token if it refuses the first one. Pass the refused token as
   * `refusedToken`. If the provider has revoked it, the session ends.
   */
  const call = async ({ code, signal }: OpenOptions, refusedToken?: string): Promise<OpenResult> => {
    const token = await requestAccessToken(adminId, { ...(refusedToken !== undefined && { refusedToken }) })
    if (!token.ok) return token
    const body = { accessToken: token.value, ...(code !== undefined && { code }) }
    const opened = await api.call('openAdminPages', body, { ...(signal && { signal }) })
    if (opened.ok) return opened
    if (opened.error.code === 'admin-only') return ok('forbidden')
    const isTokenRefused = opened.error.code === 'identity-refused'
    const isFirstAttempt = refusedToken === undefined
    if (isTokenRefused && isFirstAttempt) return call({ code, signal }, token.value)
    return fail({ message: getApiMessage(opened.error) })
  }

  return async (options = {}) => {
    const opened = await call(options)
    if (!opened.ok) return opened
    if (opened.value === 'forbidden') {
      await storeRole(adminId, 'coach')
      return ok('forbidden')
    }
    const { state, role } = opened.value
    if (role) await storeRole(adminId, role)
    return isRefusedCode(state) ? fail({ message: messageByCode[state] }) : ok(state)
  }
}
