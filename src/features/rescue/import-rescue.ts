import { errors } from '../../contract/errors.ts'
import type { ApiFailure, ProductApiClient } from '../../contract/product-api-client.ts'
import type { RescueContent, RescuedEntry } from '../../outbox/rescue-content.ts'

/** What became of one entry of the file. */
export type ImportedEntry = {
  entry: RescuedEntry
  came: { as: 'accepted' | 'known'; sequence: number } | { as: 'refused'; failure: ApiFailure }
}

export type ImportProgress = {
  count: number
  done: ImportedEntry[]
  /** Why it ended before the last entry; what was done stays done. */
  stopped?: ApiFailure
}

/**
 * Delivers the entries of an open file in the name of its customer, one after the other. An entry that is refused stays
 * in the file; a failure that is not about one entry ends it.
 */
export const importRescue = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer, entries }: RescueContent,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> => {
  let progress: ImportProgress = { count: entries.length, done: [] }
  const say = (next: Partial<ImportProgress>) => {
    progress = { ...progress, ...next }
    onProgress(progress)
    return progress
  }
  for (const entry of entries) {
    const { key, device, seq, call, schema, body } = entry
    const sent = { customer_id: customer, device, seq, key, call, schema, body }
    const answer = await api.call('rescueEntry', sent)
    if (answer.ok) {
      const { replayed, receipt } = answer.value
      const came = { as: replayed ? ('known' as const) : ('accepted' as const), sequence: receipt.sequence }
      say({ done: [...progress.done, { entry, came }] })
    } else if (errors[answer.error.code].next === 'needs-you' && answer.error.code !== 'admin-only') {
      say({ done: [...progress.done, { entry, came: { as: 'refused', failure: answer.error } }] })
    } else if (answer.error.code === 'other-customer') {
      say({ done: [...progress.done, { entry, came: { as: 'refused', failure: answer.error } }] })
    } else return say({ stopped: answer.error })
  }
  return say({})
}
