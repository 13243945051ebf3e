import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { refreshedTokens } from './refreshed-tokens.ts'

const schema = v.object({ ClientId: input.clientId, RefreshToken: input.token })

/** GetTokensFromRefreshToken, by which Amplify refreshes. */
export const getTokensFromRefreshToken = (pools: UserPools) =>
  operation(schema, async ({ ClientId, RefreshToken }) => ({
    AuthenticationResult: await refreshedTokens(pools.byClientId(ClientId), RefreshToken),
  }))
