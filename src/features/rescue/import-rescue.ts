import { errors } from '../../contract/errors.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Result } from '../../lib/result.ts'
import { zonedTime } from '../../lib/time/zoned-time.ts'
import type { RescueContent, RescuedEntry } from '../../outbox/rescue/rescue-content.ts'

/** The outcome of one entry of the file. */
export type ImportedEntry = {
  entry: RescuedEntry
  outcome: { kind: 'accepted' | 'known'; sequence: number } | { kind: 'refused'; failure: ApiFailure }
}

export type ImportProgress = {
  count: number
  done: ImportedEntry[]
  /** Why the import ended before the last entry. Delivered entries stay delivered. */
  stopped?: ApiFailure
}

/** Failures that concern only one entry. A missing session or admin right fails every entry. */
const concernsOneEntry = ({ code }: ApiFailure): boolean =>
  code === 'other-customer' ||
  code === 'server-failed' ||
  code === 'schema-unknown' ||
  (errors[code].next === 'needs-you' && code !== 'admin-only')

/**
 * Whether a time can be used; an unusable time counts as absent, as in the header that a phone sends. The
 * file may have been edited.
 */
const isUsable = (time: number | undefined): time is number =>
  time !== undefined && time >= 0 && time < Date.UTC(10_000)

type Deps = {
  onProgress: (progress: ImportProgress) => void
  wait: (ms: number) => Promise<void>
}

/**
 * Delivers the entries of a decrypted file on behalf of its customer, one after the other. A refused entry
 * stays in the file; a failure that does not concern a single entry ends the import. A rate limit is waited
 * out: if a long file were started again from the beginning, it would reach the limit at the same entry.
 */
export const importRescue = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer, statement, entries }: RescueContent,
  { onProgress, wait }: Deps,
): Promise<ImportProgress> => {
  let progress: ImportProgress = { count: entries.length, done: [] }
  const update = (next: Partial<ImportProgress>) => {
    progress = { ...progress, ...next }
    onProgress(progress)
    return progress
  }
  const deliver = async ({
    correctedAt,
    zone = 'UTC',
    key,
    device,
    seq,
    call,
    schema,
    body,
  }: RescuedEntry) => {
    const sent = {
      customer_id: customer,
      device,
      seq,
      key,
      call,
      schema,
      body,
      ...(statement && { statement }),
      ...(isUsable(correctedAt) && { captured_at: zonedTime(correctedAt, zone) }),
    }
    for (;;) {
      const response = await api.call('rescueEntry', sent)
      const pause = !response.ok && response.error.code === 'too-many-requests' && response.error.retryAfter
      if (!pause) return response
      await wait(pause * 1000)
    }
  }
  for (const entry of entries) {
    const response = await deliver(entry)
    if (!response.ok && !concernsOneEntry(response.error)) return update({ stopped: response.error })
    update({ done: [...progress.done, { entry, outcome: outcomeOf(response) }] })
  }
  return update({})
}

const outcomeOf = (response: Result<ResponseOf<'rescueEntry'>, ApiFailure>): ImportedEntry['outcome'] => {
  if (!response.ok) return { kind: 'refused', failure: response.error }
  const { replayed, receipt } = response.value
  return { kind: replayed ? 'known' : 'accepted', sequence: receipt.sequence }
}
