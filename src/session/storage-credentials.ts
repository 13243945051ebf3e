import { fail, ok, type Result } from '../lib/result.ts'
import type { Auth } from '../account/account.ts'
import type { AuthFailure } from './failures.ts'
import type { StorageCredentials } from './providers/provider.ts'
import type { AuthDeps } from '../account/deps.ts'
import { failureOf } from './failures.ts'
import type { SessionRecord } from './session-record.ts'

/** ms after which credentials are asked for again (specification §9); they live an hour. */
const lifetime = 50 * 60_000

type Kept = { userID: string; until: number; answer: Promise<Result<StorageCredentials, AuthFailure>> }

/** Keeps the object store's credentials of the signed-in coach in memory; callers at the same time share one request. */
export const createStorageCredentials = (
  record: SessionRecord,
  { providerFor, now }: Pick<AuthDeps, 'providerFor' | 'now'>,
): Auth['storageCredentials'] => {
  let kept: Kept | undefined

  return async ({ fresh = false } = {}) => {
    const stored = await record.read()
    if (!stored) return fail({ message: 'error.signInNeeded' })
    const { userID, locale } = stored.user

    const load = async (): Promise<Result<StorageCredentials, AuthFailure>> => {
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const answer = await provider.value.storageCredentials()
      return answer.ok ? ok(answer.value) : fail(failureOf('session', answer.error.kind))
    }

    if (fresh || kept?.userID !== userID || kept.until <= now()) {
      const mine: Kept = { userID, until: now() + lifetime, answer: load() }
      kept = mine
      const answer = await mine.answer
      // A failure is not kept: the next caller asks again.
      if (!answer.ok && kept === mine) kept = undefined
      return answer
    }
    return kept.answer
  }
}
