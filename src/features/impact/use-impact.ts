import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { valueOrThrow } from '../../lib/result.ts'
import { formatInTimeZone, getYear } from '../../lib/time/zoned-time.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'
import { findNewerEntries, readWithNewestCopy } from '../../outbox/find-newer-entries.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { useEntriesAndCopies } from '../../outbox/use-entries-and-copies.ts'
import type { CorrectedClock, Moment } from '../../platform/network/corrected-clock.ts'

type ImpactResponse = ResponseOf<'getImpact'>

/** The coach's answer for one season: their impact, which is how many people they reach. */
export type SeasonImpact = ImpactResponse['seasons'][number]

/** The impact without its season. */
export type Impact = Omit<SeasonImpact, 'season'>

/**
 * Returns the season of a moment: the calendar year in the coach's time zone. `corrected` is the time by the
 * corrected clock, because the clock of a device may be years off.
 */
const getSeason = ({ corrected, zone }: Pick<Moment, 'corrected' | 'zone'>): number =>
  getYear(formatInTimeZone(corrected, zone))

/**
 * Returns the coach's answers season by season, oldest first: the server's answers, overridden by newer
 * answers on this device (`entries`). A server before version 10 of the contract returns only the latest
 * answer, which is taken as the answer for the current season.
 */
export const mergeImpact = (
  entries: readonly Pick<Entry, 'name' | 'payload' | 'capturedAt'>[],
  { impact, seasons }: Partial<ImpactResponse>,
  currentSeason: number,
): SeasonImpact[] => {
  const bySeason = new Map((seasons ?? []).map((answer) => [answer.season, answer]))
  if (impact && bySeason.size === 0) bySeason.set(currentSeason, { season: currentSeason, ...impact })
  for (const { name, payload, capturedAt } of entries) {
    if (name !== 'impact.saved.v1' && name !== 'customer.registered.v1') continue
    const answer = parseOrUndefined(events[name].payload, payload)
    if (!answer) continue
    const season = getSeason(capturedAt)
    // The answer at sign-up is older than any other answer for its season.
    const isFromSignUp = name === 'customer.registered.v1'
    if (isFromSignUp && bySeason.has(season)) continue
    const { numberOfPeople, youngFemale, sportType } = answer
    bySeason.set(season, { season, numberOfPeople, youngFemale, sportType })
  }
  return [...bySeason.values()].sort((a, b) => a.season - b.season)
}

type Deps = {
  api: ProductApiClient
  outbox: Outbox
  track: Track
  /** Reads the time by the device's clock and by the corrected clock. */
  moment: CorrectedClock['moment']
}

/** How long saving waits for the server's latest answer, which may have been given on another phone. */
const readTimeoutMs = 2000

/**
 * Provides the people a coach reaches, season by season, and a function to save a new answer. Returns
 * undefined until the server has responded or failed to respond, and the answers on this device are read.
 */
export const useImpact = ({ api, outbox, track, moment }: Deps, customerId: string) => {
  const { storage, customer: outboxCustomerId } = useOutbox(outbox)
  // `copies`: what this device keeps of delivered entries. A copy may be newer than the server's response.
  const { entries, copies } = useEntriesAndCopies(outbox, customerId)
  // Also records which entries of this device the response includes, so that `findNewerEntries` leaves them
  // out.
  const readImpact = (signal: AbortSignal) =>
    readWithNewestCopy(outbox, async () =>
      valueOrThrow(await api.call('getImpact', { customer_id: customerId }, { signal })),
    )
  const query = useQuery({
    queryKey: ['customer', customerId, 'impact'],
    queryFn: ({ signal }) => readImpact(signal),
    // Waits until the outbox of this customer was read, or could not be read.
    enabled: outboxCustomerId === customerId || storage === 'failed',
    // Also if the data is fresh, because the coach may have answered on another device.
    refetchOnWindowFocus: 'always',
  })
  const { data: currentSeason } = useQuery({
    queryKey: ['season'],
    queryFn: async () => getSeason(await moment()),
  })
  if (query.isPending || currentSeason === undefined || !copies) return undefined
  const getSeasons = (response = query.data) =>
    mergeImpact(findNewerEntries(response, { entries, copies }), response ?? {}, currentSeason)
  return {
    seasons: getSeasons(),
    season: currentSeason,
    /** Whether the server's answers are known, and not only the answers on this device. */
    isServerAnswerKnown: outboxCustomerId === customerId && query.data !== undefined,
    /**
     * Returns the latest answer from any device if the server responds now, otherwise the latest one that
     * this device knows.
     */
    readLatest: async (): Promise<Impact | undefined> => {
      // The time limit also applies to reading the device, which the signal does not stop.
      const response = readImpact(AbortSignal.timeout(readTimeoutMs)).catch(() => undefined)
      // Without a response, `getSeasons` uses the previous one.
      return getSeasons(await withTimeLimit(response, readTimeoutMs)).at(-1)
    },
    save: async (impact: Impact) => {
      const result = await outbox.add('impact.saved.v1', impact)
      if (result.ok) await track('impact_saved', {})
      return result
    },
  }
}

/** The impact of a coach once the server has responded or failed to respond. */
export type KnownImpact = NonNullable<ReturnType<typeof useImpact>>
