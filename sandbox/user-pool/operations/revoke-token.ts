import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

const schema = v.object({ ClientId: input.clientId, Token: input.token })

/** RevokeToken ends one sign-in. An unknown token is no error (RFC 7009). */
export const revokeToken = (pools: UserPools) =>
  operation(schema, async ({ ClientId, Token }) => {
    const { sessions } = pools.byClientId(ClientId)
    const session = sessions.byRefreshToken(Token)
    if (session) await sessions.revokeOne(session.id)
    return {}
  })
