import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import { userPools } from '../shared/settings.ts'
import { createUserPool, type UserPoolOptions, type UserPool } from './create-user-pool.ts'
import { demoAccounts, demoNames } from '../shared/demo-accounts.ts'
import { createVerifier } from './user-store.ts'

/** Adds the missing demo accounts of a pool. An account whose password was changed keeps the new one. */
const seedDemoAccounts = async (pool: UserPool) => {
  const missing = demoAccounts.filter(
    ({ country, email }) => country === pool.definition.country && !pool.users.byName(email),
  )
  for (const { role, email, password } of missing) {
    const sub = randomUUID()
    const { firstName, lastName } = demoNames(role)
    await pool.users.add({
      sub,
      email,
      status: 'CONFIRMED',
      emailVerified: true,
      attributes: { given_name: firstName, family_name: lastName },
      groups: role === 'admin' ? ['admin'] : [],
      ...createVerifier(pool.name, sub, password),
      createdAt: pool.now(),
      updatedAt: pool.now(),
    })
  }
}

/**
 * All regional pools of the sandbox, with their demo accounts. One address serves them; the client id selects
 * the pool.
 */
export const createUserPools = async (options: UserPoolOptions) => {
  const pools = await Promise.all(userPools.map((definition) => createUserPool(definition, options)))
  await Promise.all(pools.map(seedDemoAccounts))

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
