import { decodeJwt } from 'jose'
import { AwsError } from '../aws-json/aws-error.ts'
import type { PoolDefinition } from '../shared/settings.ts'
import { createUserPool, type UserPoolOptions } from './create-user-pool.ts'

/** All regional pools of the sandbox. One address serves them; the client id selects the pool. */
export const createUserPools = async (definitions: readonly PoolDefinition[], options: UserPoolOptions) => {
  const pools = await Promise.all(definitions.map((definition) => createUserPool(definition, options)))

  const byClientId = (clientId: string) => {
    const found = pools.find(({ definition }) => definition.clientId === clientId)
    if (found) return found
    throw new AwsError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  }

  return {
    all: pools,
    byClientId,
    /** The user that a client names before sign-in. The pool reveals who exists (specification §8). */
    userOfClient: (clientId: string, username: string) => {
      const pool = byClientId(clientId)
      const user = pool.users.byName(username)
      if (user) return { pool, user }
      throw new AwsError('UserNotFoundException', 'Username/client id combination not found.')
    },
    byId: (userPoolId: string) => pools.find(({ definition }) => definition.userPoolId === userPoolId),
    /** The pool that a token names. Verifies nothing about the token. */
    byToken: (token: string) => {
      const claimed = claimedIssuer(token)
      return pools.find((pool) => pool.issuer.issuer === claimed)
    },
  }
}

export type UserPools = Awaited<ReturnType<typeof createUserPools>>

const claimedIssuer = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
