import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { ResponseOf } from '../contract/product-api.ts'
import type { MessageId } from '../i18n/message-id.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { getApiMessage } from './failure-messages.ts'
import type { Session } from './session.ts'

type State = ResponseOf<'openAdminPages'>['state']
type RefusedCode = Extract<State, 'code-wrong' | 'code-used' | 'codes-paused'>

type Options = { code?: string | undefined; signal?: AbortSignal | undefined }
type OpenResult = Result<{ state: State }, { message: MessageId }>

/** Asks the product API to open the admin pages, with a code of the authenticator app if it needs one. */
export type OpenAdminPages = (
  options?: Options,
) => Promise<Result<Exclude<State, RefusedCode>, { message: MessageId }>>

const messageByCode = {
  'code-wrong': 'errorMessage.challengeCodeWrong',
  'code-used': 'errorMessage.challengeCodeUsed',
  'codes-paused': 'errorMessage.codesPaused',
} as const satisfies Record<RefusedCode, MessageId>

const isRefused = (state: State): state is RefusedCode => Object.hasOwn(messageByCode, state)

export const createOpenAdminPages = (
  adminId: string,
  { accessToken, api }: Pick<Session, 'accessToken'> & { api: ProductApiClient },
): OpenAdminPages => {
  /** Calls the API. Renews the token, or ends the session, if the provider has revoked the token. */
  const call = async ({ code, signal }: Options, refusedToken?: string): Promise<OpenResult> => {
    const token = await accessToken(adminId, { ...(refusedToken !== undefined && { refusedToken }) })
    if (!token.ok) return token
    const body = { accessToken: token.value, ...(code !== undefined && { code }) }
    const opened = await api.call('openAdminPages', body, { ...(signal && { signal }) })
    if (opened.ok) return opened
    const isRevoked = opened.error.code === 'identity-refused' && refusedToken === undefined
    return isRevoked ? call({ code, signal }, token.value) : fail({ message: getApiMessage(opened.error) })
  }

  return async (options = {}) => {
    const opened = await call(options)
    if (!opened.ok) return opened
    const { state } = opened.value
    return isRefused(state) ? fail({ message: messageByCode[state] }) : ok(state)
  }
}
