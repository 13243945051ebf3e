import { fail, ok } from '../../../lib/result.ts'
import type { StorageCredentials } from '../../../contract/storage-credentials.ts'
import type { CredentialsSource } from '../../../uploads/contract.ts'
import type { StorageResult } from './storage-failure.ts'

/** ms after which credentials, which are valid for an hour, are requested again (specification §9). */
const lifetime = 50 * 60_000
/** ms before their expiry from which credentials are no longer used: sending a part may take a while. */
const safetyMargin = 60_000

/**
 * ms since epoch until which credentials are used; `expiration` and `now` are ms since epoch as well.
 * Credentials that seem expired on arrival mean that the device's clock is wrong: they are used, and the
 * object store refuses them if they are too old. Credentials that live no longer than the margin are used
 * until they expire.
 */
const endOfUse = (expiration: number, now: number): number => {
  if (expiration <= now) return now + lifetime
  return Math.min(now + lifetime, expiration - now > safetyMargin ? expiration - safetyMargin : expiration)
}

export type Credentials = {
  /** The current credentials; requested if there are none. */
  get: () => StorageResult<StorageCredentials>
  /** Replaces refused credentials. All callers that wait share one request. */
  renew: (refused: StorageCredentials) => StorageResult<StorageCredentials>
  /** Forgets the credentials when another customer signs in, or the customer signs out. */
  setCustomer: (customer: string | undefined) => void
  /** The customer that the credentials belong to. */
  customer: () => string | undefined
}

/** Caches the temporary credentials of the session; `now` is ms since epoch. */
export const createCredentials = (source: CredentialsSource, now: () => number): Credentials => {
  let current: { value: StorageCredentials; until: number } | undefined
  let pending: StorageResult<StorageCredentials> | undefined
  /** Counts the changes of the customer. */
  let session = 0
  let customer: string | undefined

  const request = async (): StorageResult<StorageCredentials> => {
    const requestSession = session
    if (customer === undefined) return fail({ kind: 'sign-in-needed' })
    // A source that throws, for example because the page is closing, counts as no response, not as a reason
    // to sign in.
    const result = await source(customer).catch(() => fail('offline' as const))
    if (requestSession !== session) return fail({ kind: 'sign-in-needed' })
    if (!result.ok) return fail({ kind: result.error === 'offline' ? 'unreachable' : result.error })
    const { value } = result
    current = { value, until: endOfUse(value.expiration, now()) }
    return result
  }

  const get = async () => {
    if (current && current.until > now()) return ok(current.value)
    if (pending) return pending
    const requesting = request().finally(() => {
      if (pending === requesting) pending = undefined
    })
    pending = requesting
    return requesting
  }

  return {
    get,
    renew: (refused) => {
      if (current?.value.sessionToken === refused.sessionToken) current = undefined
      return get()
    },
    customer: () => customer,
    setCustomer: (signedIn) => {
      // A second call for the same customer must not fail requests that are under way.
      if (signedIn === customer) return
      customer = signedIn
      session++
      current = undefined
      pending = undefined
    },
  }
}
