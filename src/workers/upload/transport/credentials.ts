import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource, StorageCredentials } from '../../../uploads/contract.ts'
import type { Answer } from './storage-failure.ts'

/** ms after which credentials are asked for again (specification §9); they live an hour. */
const lifetime = 50 * 60_000
/** ms before they expire that shorter ones are not used any more: a part may be under way for a while. */
const margin = 60_000

/** Credentials that are over as soon as they arrive are not: the clock of the device is wrong. The store refuses old ones. */
const untilOf = (expiration: number, now: number): number =>
  expiration - margin <= now ? now + lifetime : Math.min(now + lifetime, expiration - margin)

export type Credentials = {
  /** The present ones, asked for where there are none. */
  get: () => Answer<StorageCredentials>
  /** Others than the refused ones: one request for all who wait. */
  renew: (refused: StorageCredentials) => Answer<StorageCredentials>
  /** Forgets them: another customer, or nobody, is signed in. */
  forget: () => void
}

/** Keeps the temporary credentials of the session; `now` is ms since epoch. */
export const createCredentials = (source: CredentialsSource, now: () => number): Credentials => {
  let current: { value: StorageCredentials; until: number } | undefined
  let asking: Answer<StorageCredentials> | undefined
  let session = 0

  const ask = async (fresh: boolean): Answer<StorageCredentials> => {
    const asked = session
    // A source that throws (the page is just closing) is no answer, and no reason to sign in.
    const answer = await source(fresh).catch(() => fail('offline' as const))
    if (asked !== session) return fail({ kind: 'sign-in-needed' })
    if (!answer.ok)
      return fail({ kind: answer.error === 'sign-in-needed' ? 'sign-in-needed' : 'unreachable' })
    const { value } = answer
    current = { value, until: untilOf(value.expiration, now()) }
    return answer
  }

  const askOnce = (fresh: boolean) => {
    const answer = (asking ??= ask(fresh).finally(() => {
      if (asking === answer) asking = undefined
    }))
    return answer
  }

  return {
    get: async () => (current && current.until > now() ? ok(current.value) : askOnce(false)),
    renew: async (refused) => {
      const isOther = ({ sessionToken }: StorageCredentials) => sessionToken !== refused.sessionToken
      if (current && isOther(current.value)) return ok(current.value)
      // A question that was not for fresh ones may be under way, and bring the refused ones again.
      const joined = await asking
      return joined && (!joined.ok || isOther(joined.value)) ? joined : askOnce(true)
    },
    forget: () => {
      session++
      current = undefined
      asking = undefined
    },
  }
}
