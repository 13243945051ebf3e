import { listHostedReturns } from '../../../src/config/hosted-sign-in.ts'
import type { PoolName } from '../../../src/config/locales.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { UserPools } from '../user-pools.ts'
import { createAuthorizationCodes } from './authorization-codes.ts'
import { createHostedSessions } from './hosted-sessions.ts'

export type HostedOptions = {
  /** The pools that have a domain with a hosted sign-in page. The others behave as if there were none. */
  hostedPools: readonly PoolName[]
  /** The origins of the sites to which the page may return. */
  allowedOrigins: readonly string[]
}

/** The client of one pool that may use the hosted page: its registered addresses, its codes and sessions. */
const createHostedClient = (pool: UserPool, allowedOrigins: readonly string[]) => {
  const returns = allowedOrigins.flatMap((origin) => listHostedReturns(origin, pool.definition.pool))
  return {
    pool,
    callbackUrls: new Set(returns.map(({ callback }) => callback)),
    logoutUrls: new Set(returns.map(({ logout }) => logout)),
    codes: createAuthorizationCodes(pool.now),
    sessions: createHostedSessions(pool.now),
  }
}
export type HostedClient = ReturnType<typeof createHostedClient>

/** Finds the client of a pool with a hosted page by its id. */
export type FindHostedClient = (clientId: string | undefined) => HostedClient | undefined

export const createHostedClients = (
  pools: UserPools,
  { hostedPools, allowedOrigins }: HostedOptions,
): FindHostedClient => {
  const clients = new Map(
    pools.all
      .filter(({ definition }) => hostedPools.includes(definition.pool))
      .map((pool) => [pool.definition.clientId, createHostedClient(pool, allowedOrigins)]),
  )
  return (clientId) => clients.get(clientId ?? '')
}
