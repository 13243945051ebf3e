import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { AwsError } from '../aws-json/aws-error.ts'
import { demoAccounts, createDemoNames } from '../shared/demo-accounts.ts'
import { userPools } from '../shared/settings.ts'
import { createUserPool, type UserPool, type UserPoolOptions } from './create-user-pool.ts'
import { createVerifier } from './user-store.ts'

/**
 * Adds the missing demo accounts of a pool. An account whose password was changed keeps the new one. An
 * invited account has neither names nor a password of its own, as if an admin had just created it. Admins need
 * a second factor: the sign-in mails them a code.
 */
const seedDemoAccounts = async (pool: UserPool) => {
  const missingAccounts = demoAccounts.filter(
    ({ country, email }) => country === pool.definition.pool && !pool.users.findByName(email),
  )
  for (const { role, email, password, isInvited } of missingAccounts) {
    const sub = randomUUID()
    const { firstName, lastName } = createDemoNames(role)
    await pool.users.add({
      sub,
      email,
      status: isInvited ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      emailVerified: true,
      attributes: isInvited ? {} : { given_name: firstName, family_name: lastName },
      groups: role === 'admin' ? ['admin'] : [],
      ...(role === 'admin' && { factors: { enabled: ['EMAIL_OTP'], preferred: 'EMAIL_OTP' } }),
      ...createVerifier(pool.name, sub, password),
      createdAt: pool.now(),
      updatedAt: pool.now(),
    })
  }
}

const readIssuer = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/**
 * Creates all regional pools of the sandbox, with their demo accounts. One URL serves them, and the client id
 * selects the pool.
 */
export const createUserPools = async (options: UserPoolOptions) => {
  const pools = await Promise.all(userPools.map((definition) => createUserPool(definition, options)))
  await Promise.all(pools.map(seedDemoAccounts))

  const getByClientId = (clientId: string) => {
    const pool = pools.find(({ definition }) => definition.clientId === clientId)
    if (pool) return pool
    throw new AwsError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  }

  const findById = (userPoolId: string) =>
    pools.find(({ definition }) => definition.userPoolId === userPoolId)

  const requireById = (userPoolId: string) => {
    const pool = findById(userPoolId)
    if (pool) return pool
    throw new AwsError('ResourceNotFoundException', `User pool ${userPoolId} does not exist.`)
  }

  return {
    all: pools,
    getByClientId,
    /**
     * Returns the user that a client names before sign-in. Throws if there is none. The error reveals which
     * accounts exist, as specification §8 requires.
     */
    requireUserOfClient: (clientId: string, username: string) => {
      const pool = getByClientId(clientId)
      const user = pool.users.findByName(username)
      if (user) return { pool, user }
      throw new AwsError('UserNotFoundException', 'Username/client id combination not found.')
    },
    findById,
    /** Returns a pool. Throws ResourceNotFoundException if there is none. */
    requireById,
    /** Returns the user that an operator names. Throws if there is none. */
    requireOperatedUser: ({ UserPoolId, Username }: { UserPoolId: string; Username: string }) => {
      const pool = requireById(UserPoolId)
      const user = pool.users.findByName(Username)
      if (user) return { pool, user }
      throw new AwsError('UserNotFoundException', 'User does not exist.')
    },
    /** Finds the pool that a token names as its issuer. Does not verify the token. */
    findByToken: (token: string) => {
      const issuer = readIssuer(token)
      return pools.find((pool) => pool.issuer.issuer === issuer)
    },
  }
}

export type UserPools = Awaited<ReturnType<typeof createUserPools>>
