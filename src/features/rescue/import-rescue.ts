import { errors } from '../../contract/errors.ts'
import type { BodyOf, ResponseOf } from '../../contract/product-api.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Result } from '../../lib/result.ts'
import { formatInTimeZone } from '../../lib/time/zoned-time.ts'
import type { RescueContent, RescuedEntry } from '../../outbox/rescue/rescue-content.ts'

/** The outcome of one entry of the file. `known`: the server already had it. */
export type ImportedEntry = {
  entry: RescuedEntry
  outcome: { kind: 'accepted' | 'known'; sequence: number } | { kind: 'refused'; failure: ApiFailure }
}

export type ImportProgress = {
  /** The number of entries in the file. */
  count: number
  /** The entries that were imported or refused so far. */
  done: ImportedEntry[]
  /** Why the import ended before the last entry. The entries before it were delivered. */
  stopped?: ApiFailure
}

/**
 * Whether a failure concerns only one entry, so that the import continues with the next entry. Without a session,
 * admin rights or a second factor, every entry would fail. `next` is what a sender does after an error: after
 * `needs-you`, the entry cannot be sent unchanged.
 */
const concernsOneEntry = ({ code }: ApiFailure): boolean =>
  code === 'other-customer' ||
  code === 'server-failed' ||
  code === 'schema-unknown' ||
  (errors[code].next === 'needs-you' && code !== 'admin-only' && code !== 'second-factor-needed')

/**
 * Whether the product API accepts a time. A file that was edited may contain others, and such an entry is delivered
 * without a time.
 */
const isUsableTime = (time: number | undefined): time is number =>
  time !== undefined && time >= 0 && time < Date.UTC(10_000)

/** Returns the seconds until the rate limit allows the next request, or undefined after another failure. */
const getRetryAfter = ({ code, retryAfter }: ApiFailure): number | undefined =>
  code === 'too-many-requests' ? retryAfter : undefined

type Deps = {
  onProgress: (progress: ImportProgress) => void
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
}

type DeliveryResult = Result<ResponseOf<'rescueEntry'>, ApiFailure>

/** Creates the request that delivers an entry on behalf of the coach whose file it is. */
const createRequest = (
  { customer, statement }: RescueContent,
  { correctedAt, zone = 'UTC', key, device, seq, call, schema, body }: RescuedEntry,
): BodyOf<'rescueEntry'> => ({
  customer_id: customer,
  device,
  seq,
  key,
  call,
  schema,
  body,
  ...(statement && { statement }),
  ...(isUsableTime(correctedAt) && { captured_at: formatInTimeZone(correctedAt, zone) }),
})

/** Returns the outcome to show for an entry. */
const toOutcome = (result: DeliveryResult): ImportedEntry['outcome'] => {
  if (!result.ok) return { kind: 'refused', failure: result.error }
  const { replayed, receipt } = result.value
  return { kind: replayed ? 'known' : 'accepted', sequence: receipt.sequence }
}

/**
 * Delivers the entries of a decrypted file on behalf of its customer, one after the other. A refused entry
 * stays in the file. A failure that does not concern a single entry ends the import. At a rate limit, the
 * import waits, because a long file that was started again would reach the limit at the same entry.
 */
export const importRescue = async (
  api: Pick<ProductApiClient, 'call'>,
  content: RescueContent,
  { onProgress, wait }: Deps,
): Promise<ImportProgress> => {
  const { entries } = content
  let progress: ImportProgress = { count: entries.length, done: [] }
  const update = (change: Partial<ImportProgress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
    return progress
  }
  const deliver = async (entry: RescuedEntry): Promise<DeliveryResult> => {
    const request = createRequest(content, entry)
    for (;;) {
      const result = await api.call('rescueEntry', request)
      const retryAfterSeconds = result.ok ? undefined : getRetryAfter(result.error)
      if (!retryAfterSeconds) return result
      await wait(retryAfterSeconds * 1000)
    }
  }
  for (const entry of entries) {
    const result = await deliver(entry)
    if (!result.ok && !concernsOneEntry(result.error)) return update({ stopped: result.error })
    update({ done: [...progress.done, { entry, outcome: toOutcome(result) }] })
  }
  return update({})
}
