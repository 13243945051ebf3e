import { reportLimits, type Ranges, type SyncReport } from '../contract/product-api/sync-report.ts'
import type { Entry } from '../outbox/entry/entry.ts'
import { isDeletion } from '../outbox/entry/journal.ts'
import type { DeviceState } from './sync-log-store.ts'

/** The part of a report that describes the outbox. */
export type Manifest = Pick<SyncReport, 'pending' | 'mine' | 'sequences' | 'errors'>

/** Counts the entries to send and those that need the coach. */
const countEntries = (entries: readonly Entry[]) => {
  const needs_you = entries.filter(({ state }) => state.is === 'needs-you').length
  return { to_send: entries.length - needs_you, needs_you }
}

/** Lists the sequence numbers whose entries the coach removed. Their last journal record is a deletion. */
const listDiscarded = ({ journal, entries }: Pick<DeviceState, 'journal' | 'entries'>): number[] => {
  const lastHappened = new Map(journal.map(({ seq, happened }) => [seq, happened]))
  // An entry that is still stored was not removed, whatever the journal says.
  for (const { seq } of entries) lastHappened.delete(seq)
  return [...lastHappened].flatMap(([seq, happened]) => (isDeletion(happened) ? [seq] : []))
}

/** Counts the unsent entries by the error code that explains why they are unsent. */
const countErrors = (entries: readonly Entry[], wait: DeviceState['wait']): SyncReport['errors'] => {
  const counts = new Map<string, number>()
  for (const { state } of entries) {
    const code = state.is === 'needs-you' ? state.reason.code : (state.wait?.code ?? wait?.code)
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].map(([code, count]) => ({ code, count })).slice(0, reportLimits.errors)
}

/**
 * Groups sequence numbers into ranges. If there are more ranges than a report allows, the last range also
 * covers the gaps after it: it is better to find a missing entry later than to report one that is not
 * missing.
 */
export const toRanges = (numbers: Iterable<number>, maxRanges: number = reportLimits.ranges): Ranges => {
  // An entry that this version cannot read may have the number 0.
  const sortedNumbers = [...new Set(numbers)].filter((number) => number >= 1).sort((a, b) => a - b)
  const ranges: Ranges = []
  for (const number of sortedNumbers) {
    const last = ranges.at(-1)
    const isConsecutive = number - 1 === last?.[1]
    if (last && (isConsecutive || ranges.length === maxRanges)) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** Selects the entries and rows of the current device id. Others are from before the storage was lost. */
const selectFromDevice = ({ entries, journal }: DeviceState, deviceId: string) => ({
  entries: entries.filter((entry) => entry.device === deviceId),
  journal: journal.filter((row) => (row.device ?? deviceId) === deviceId),
})

/** `deleted`: the customers whose accounts were deleted elsewhere. */
type ManifestOptions = { customer: string; device: string; deleted: readonly string[]; now: number }

/**
 * Describes the outbox of a device in numbers and error codes, without anything that a coach wrote. Does not
 * count the entries of deleted accounts as waiting: nobody can send them, so support has nothing to do.
 */
export const createManifest = (
  state: DeviceState,
  { customer: customerId, device: deviceId, deleted: deletedIds, now }: ManifestOptions,
): Manifest => {
  const { highest, wait } = state
  const entries = state.entries.filter((entry) => !deletedIds.includes(entry.customer))
  const fromDevice = selectFromDevice(state, deviceId)
  // An entry that this version cannot read may have the time 0.
  const captureTimes = entries.map(({ capturedAt }) => capturedAt.device).filter((at) => at > 0)
  return {
    pending: {
      ...countEntries(entries),
      // Both times are from the device clock, so a wrong clock does not matter, unless it was set back in
      // between.
      oldest_age: captureTimes.length === 0 ? null : Math.max(0, now - Math.min(...captureTimes)),
    },
    mine: countEntries(entries.filter((entry) => entry.customer === customerId)),
    sequences: {
      highest,
      pending: toRanges(fromDevice.entries.map(({ seq }) => seq)),
      discarded: toRanges(listDiscarded(fromDevice)),
    },
    errors: countErrors(entries, wait),
  }
}
