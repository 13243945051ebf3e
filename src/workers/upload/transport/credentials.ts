import { fail, ok } from '../../../lib/result.ts'
import type { StorageCredentials } from '../../../contract/storage-credentials.ts'
import type { CredentialsSource } from '../../../uploads/contract.ts'
import type { StorageResult } from './storage-failure.ts'

/** ms after which credentials are requested again (specification §9); they live an hour. */
const lifetime = 50 * 60_000
/** ms before they expire that shorter ones are not used any more: a part may be under way for a while. */
const margin = 60_000

/**
 * Credentials that are over as soon as they arrive are not: the clock of the device is wrong. The store refuses old ones. Those that
 * live no longer than the margin are used to their end.
 */
const untilOf = (expiration: number, now: number): number => {
  if (expiration <= now) return now + lifetime
  return Math.min(now + lifetime, expiration - now > margin ? expiration - margin : expiration)
}

export type Credentials = {
  /** The present ones, requested where there are none. */
  get: () => StorageResult<StorageCredentials>
  /** Others than the refused ones: one request for all who wait. */
  renew: (refused: StorageCredentials) => StorageResult<StorageCredentials>
  /** Forgets them when another customer, or none, is signed in. */
  belongTo: (customer: string | undefined) => void
  /** Whose they are. */
  customer: () => string | undefined
}

/** Caches the temporary credentials of the session; `now` is ms since epoch. */
export const createCredentials = (source: CredentialsSource, now: () => number): Credentials => {
  let current: { value: StorageCredentials; until: number } | undefined
  let pending: StorageResult<StorageCredentials> | undefined
  let session = 0
  let customer: string | undefined

  const request = async (): StorageResult<StorageCredentials> => {
    const requestedIn = session
    if (customer === undefined) return fail({ kind: 'sign-in-needed' })
    // A source that throws (the page is just closing) is no response, and no reason to sign in.
    const result = await source(customer).catch(() => fail('offline' as const))
    if (requestedIn !== session) return fail({ kind: 'sign-in-needed' })
    if (!result.ok) return fail({ kind: result.error === 'offline' ? 'unreachable' : result.error })
    const { value } = result
    current = { value, until: untilOf(value.expiration, now()) }
    return result
  }

  const get = async () => {
    if (current && current.until > now()) return ok(current.value)
    const result = (pending ??= request().finally(() => {
      if (pending === result) pending = undefined
    }))
    return result
  }

  return {
    get,
    renew: (refused) => {
      if (current?.value.sessionToken === refused.sessionToken) current = undefined
      return get()
    },
    customer: () => customer,
    belongTo: (next) => {
      // Said twice of one customer, it must not fail what is under way for them.
      if (next === customer) return
      customer = next
      session++
      current = undefined
      pending = undefined
    },
  }
}
