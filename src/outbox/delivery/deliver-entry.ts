import { bodyHash } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { checkDelivered, entryOptions } from './check-delivered.ts'
import { refused } from './judge.ts'
import { sameRequestOf } from './request-of.ts'
import { sendRenewing } from './send-renewing.ts'
import { settle, updateEntry, type Step } from './settle.ts'

/** Sends one entry. Resolves to its outcome; undefined if another context sends it or it no longer waits. */
export const deliverEntry = async (step: Step, key: string): Promise<EntryOutcome | undefined> => {
  const { deps, signal } = step
  const { store, api, now, hash = bodyHash } = deps
  // The entry may have been removed since the drain read it.
  const entry = await store.find(key)
  if (entry?.state.is !== 'waiting') return undefined
  const request = await sameRequestOf(entry, hash)
  if (!request.ok) return updateEntry(store, key, (entry) => refused(entry, request.error, now()))

  const { call, body } = request.value
  const sent = await sendRenewing(deps, { customer: entry.customer, signal }, async () => {
    const response = await api.call(call, body, { ...entryOptions(entry), signal })
    return checkDelivered(deps, entry, response)
  })
  return settle(step, entry, sent)
}
