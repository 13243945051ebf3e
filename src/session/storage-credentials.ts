import { fail, type Result } from '../lib/result.ts'
import { failureOf, type AuthFailure } from './failures.ts'
import type { StorageCredentials } from './providers/provider.ts'
import type { Session, SessionControl } from './session.ts'

/** ms after which new credentials are requested (specification §9); they live an hour. */
const lifetime = 50 * 60_000

type Cached = { userID: string; until: number; result: Promise<Result<StorageCredentials, AuthFailure>> }

/** Caches the object store's credentials of the signed-in coach in memory; callers at the same time share one request. */
export const createStorageCredentials = (
  signedIn: SessionControl['signedIn'],
  now: () => number,
): Session['storageCredentials'] => {
  let cached: Cached | undefined

  return async ({ fresh = false } = {}) => {
    const known = await signedIn()
    if (!known.ok) return known
    const { user, provider } = known.value

    const load = async (): Promise<Result<StorageCredentials, AuthFailure>> => {
      const loaded = await provider.storageCredentials()
      return loaded.ok ? loaded : fail(failureOf('session', loaded.error.kind))
    }

    if (fresh || cached?.userID !== user.userID || cached.until <= now()) {
      const mine: Cached = { userID: user.userID, until: now() + lifetime, result: load() }
      cached = mine
      const result = await mine.result
      // A failure is not cached: the next caller requests them again.
      if (!result.ok && cached === mine) cached = undefined
      return result
    }
    return cached.result
  }
}
