import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource, StorageCredentials } from '../contract.ts'
import type { Answer } from '../storage-failure.ts'

/** ms before they expire that credentials are not used any more: a part may be under way for a while. */
const margin = 60_000

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
  let current: StorageCredentials | undefined
  let asking: Answer<StorageCredentials> | undefined
  let session = 0

  const ask = async (fresh: boolean): Answer<StorageCredentials> => {
    const asked = session
    // A source that throws (the page is just closing) is no answer, and no reason to sign in.
    const answer = await source(fresh).catch(() => fail('offline' as const))
    if (asked !== session) return fail({ kind: 'sign-in-needed' })
    if (!answer.ok)
      return fail({ kind: answer.error === 'sign-in-needed' ? 'sign-in-needed' : 'unreachable' })
    current = answer.value
    return answer
  }

  const askOnce = (fresh: boolean) => {
    const answer = (asking ??= ask(fresh).finally(() => {
      if (asking === answer) asking = undefined
    }))
    return answer
  }

  return {
    get: async () => (current && current.expiration - margin > now() ? ok(current) : askOnce(false)),
    renew: async (refused) =>
      current && current.sessionToken !== refused.sessionToken ? ok(current) : askOnce(true),
    forget: () => {
      session++
      current = undefined
      asking = undefined
    },
  }
}
