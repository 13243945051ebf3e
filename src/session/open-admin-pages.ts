import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { ResponseOf } from '../contract/product-api.ts'
import type { MessageId } from '../i18n/message-id.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { getApiMessage } from './failure-messages.ts'
import type { Session } from './session.ts'

type State = ResponseOf<'openAdminPages'>['state']
type RefusedCode = Extract<State, 'code-wrong' | 'code-used'>

/** Asks the product API to open the admin pages, with a code of the authenticator app if it needs one. */
export type OpenAdminPages = (options?: {
  code?: string
  signal?: AbortSignal
}) => Promise<Result<Exclude<State, RefusedCode>, { message: MessageId }>>

const messageByCode = {
  'code-wrong': 'errorMessage.challengeCodeWrong',
  'code-used': 'errorMessage.challengeCodeUsed',
} as const satisfies Record<RefusedCode, MessageId>

export const createOpenAdminPages =
  (adminId: string, session: Pick<Session, 'accessToken'> & { api: ProductApiClient }): OpenAdminPages =>
  async ({ code, signal } = {}) => {
    const token = await session.accessToken(adminId)
    if (!token.ok) return token
    const body = { accessToken: token.value, ...(code !== undefined && { code }) }
    const opened = await session.api.call('openAdminPages', body, { ...(signal && { signal }) })
    if (!opened.ok) {
      const isPaused = code !== undefined && opened.error.code === 'too-many-requests'
      return fail({ message: isPaused ? 'admin.access.paused' : getApiMessage(opened.error) })
    }
    const { state } = opened.value
    return state === 'code-wrong' || state === 'code-used'
      ? fail({ message: messageByCode[state] })
      : ok(state)
  }
