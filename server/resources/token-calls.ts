import { fail, ok } from '../../src/lib/result.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { OpenHandler } from '../api/handler.ts'

/** The calls about access tokens. */
export const createTokenCalls = ({
  identity,
  sessions,
}: {
  identity: IdentityTokens
  sessions: Sessions
}) => {
  const tokenValidation: OpenHandler<'tokenValidation'> = async ({ accessToken }) =>
    ok({ valid: accessToken !== undefined && (await identity.verify('access', accessToken)).ok })

  const resetTokens: OpenHandler<'resetTokens'> = async ({ accessToken }) => {
    const verified = await identity.verify('access', accessToken)
    if (!verified.ok) return fail({ code: verified.error })
    return ok({ ended: await sessions.endAll(verified.value.customer) })
  }

  return { tokenValidation, resetTokens }
}
