import type { StorageCredentials } from '../../../contract/storage-credentials.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource } from '../../../uploads/contract.ts'
import type { StorageResult } from './storage-failure.ts'

/**
 * After this time, credentials are requested again, although they are valid for an hour (specification §9).
 */
const lifetimeMs = 50 * 60_000
/**
 * Credentials are no longer used in this last period before they expire, because sending a part may take a
 * while.
 */
const safetyMarginMs = 60_000

/**
 * Returns until when credentials are used. All times are in ms since the epoch. If credentials seem to have
 * expired on arrival, the clock of the device is wrong. They are used, and the object store refuses them if
 * they are too old. Credentials whose whole lifetime is shorter than the margin are used until they expire.
 */
const getEndOfUse = (expiration: number, now: number): number => {
  if (expiration <= now) return now + lifetimeMs
  return Math.min(
    now + lifetimeMs,
    expiration - now > safetyMarginMs ? expiration - safetyMarginMs : expiration,
  )
}

export type Credentials = {
  /** Resolves to the current credentials. Requests them if there are none. */
  get: () => StorageResult<StorageCredentials>
  /**
   * Replaces refused credentials, unless another caller has replaced them already. All callers that wait
   * share one request. Resolves to the current credentials.
   */
  renew: (refusedCredentials: StorageCredentials) => StorageResult<StorageCredentials>
  /** Forgets the credentials when another customer signs in, or the customer signs out. */
  setCustomer: (customerId: string | undefined) => void
  /** Returns the customer that the credentials belong to. */
  getCustomer: () => string | undefined
}

/** Caches the temporary credentials of the session. `now` returns the time in ms since the epoch. */
export const createCredentials = (source: CredentialsSource, now: () => number): Credentials => {
  /** The credentials that are used until `endOfUse`, in ms since the epoch. */
  let current: { value: StorageCredentials; endOfUse: number } | undefined
  /** The request that has no response yet. All callers share it. */
  let pendingRequest: StorageResult<StorageCredentials> | undefined
  /** How often the customer has changed. Shows whether credentials were requested before a change. */
  let customerChangeCount = 0
  let customerId: string | undefined

  const request = async (): StorageResult<StorageCredentials> => {
    const changeCountBefore = customerChangeCount
    if (customerId === undefined) return fail({ kind: 'sign-in-needed' })
    // The source may throw, for example while the page is closing. That is treated like a missing response,
    // not like the end of the session.
    const result = await source(customerId).catch(() => fail('offline' as const))
    if (changeCountBefore !== customerChangeCount) return fail({ kind: 'sign-in-needed' })
    if (!result.ok) return fail({ kind: result.error === 'offline' ? 'unreachable' : result.error })
    const { value } = result
    current = { value, endOfUse: getEndOfUse(value.expiration, now()) }
    return result
  }

  const get = async () => {
    if (current && current.endOfUse > now()) return ok(current.value)
    if (pendingRequest) return pendingRequest
    const currentRequest = request().finally(() => {
      // After a change of the customer, this may be the request for another customer.
      if (pendingRequest === currentRequest) pendingRequest = undefined
    })
    pendingRequest = currentRequest
    return currentRequest
  }

  return {
    get,
    renew: (refusedCredentials) => {
      if (current?.value.sessionToken === refusedCredentials.sessionToken) current = undefined
      return get()
    },
    getCustomer: () => customerId,
    setCustomer: (newCustomerId) => {
      // A second call for the same customer must not fail requests that are under way.
      if (newCustomerId === customerId) return
      customerId = newCustomerId
      customerChangeCount++
      current = undefined
      pendingRequest = undefined
    },
  }
}
