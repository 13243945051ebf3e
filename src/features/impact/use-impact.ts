import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parsed } from '../../lib/parsed.ts'
import { valueOf } from '../../lib/result.ts'
import { yearAt, zonedTime } from '../../lib/time/zoned-time.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { doneSince, readWithCopies } from '../../outbox/delivered-since.ts'
import { events } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { useWork } from '../../outbox/use-work.ts'
import type { CorrectedClock, Moment } from '../../platform/network/corrected-clock.ts'

type ImpactResponse = ResponseOf<'getImpact'>

/** The people a coach reaches in a season. */
export type SeasonImpact = ImpactResponse['seasons'][number]

/** The people a coach reaches. */
export type Impact = Omit<SeasonImpact, 'season'>

/** A season is a calendar year in the coach's time zone. */
const seasonOf = ({ corrected, zone }: Pick<Moment, 'corrected' | 'zone'>): number =>
  yearAt(zonedTime(corrected, zone))

/**
 * The answers season by season, oldest first: the server's answers, overridden by answers on this device. A
 * server before version 10 of the contract returns only the latest answer, which belongs to the `present`
 * season.
 */
export const impactBySeason = (
  entries: readonly Pick<Entry, 'name' | 'payload' | 'capturedAt'>[],
  { impact, seasons }: Partial<ImpactResponse>,
  present: number,
): SeasonImpact[] => {
  const bySeason = new Map((seasons ?? []).map((one) => [one.season, one]))
  if (impact && bySeason.size === 0) bySeason.set(present, { season: present, ...impact })
  for (const { name, payload, capturedAt } of entries) {
    if (name !== 'impact.saved.v1' && name !== 'customer.registered.v1') continue
    const answer = parsed(events[name].payload, payload)
    const season = seasonOf(capturedAt)
    if (!answer || (name === 'customer.registered.v1' && bySeason.has(season))) continue
    const { numberOfPeople, youngFemale, sportType } = answer
    bySeason.set(season, { season, numberOfPeople, youngFemale, sportType })
  }
  return [...bySeason.values()].sort((one, other) => one.season - other.season)
}

type Deps = {
  api: ProductApiClient
  outbox: Outbox
  track: Track
  moment: CorrectedClock['moment']
}

/** ms. Saving does not wait longer for the answer of another phone. */
const readTimeout = 2000

/**
 * The people a coach reaches, season by season, and a function to save a new answer; undefined until the
 * answers are known, or cannot be known.
 */
export const useImpact = ({ api, outbox, track, moment }: Deps, customer: string) => {
  const { storage, customer: read } = useOutbox(outbox)
  const { entries, copies } = useWork(outbox, customer)
  const ask = (signal: AbortSignal) =>
    readWithCopies(outbox, async () =>
      valueOf(await api.call('getImpact', { customer_id: customer }, { signal })),
    )
  const known = useQuery({
    queryKey: ['customer', customer, 'impact'],
    queryFn: ({ signal }) => ask(signal),
    enabled: read === customer || storage === 'failed',
    // Refetched even if fresh: the coach may come back from another device.
    refetchOnWindowFocus: 'always',
  })
  const save = async (impact: Impact) => {
    const added = await outbox.add('impact.saved.v1', impact)
    if (added.ok) await track('impact_saved', {})
    return added
  }
  const { data: season } = useQuery({ queryKey: ['season'], queryFn: async () => seasonOf(await moment()) })
  if (known.isPending || season === undefined || !copies) return undefined
  const seasonsIn = (response = known.data) =>
    impactBySeason(doneSince(response, { entries, copies }), response ?? {}, season)
  return {
    seasons: seasonsIn(),
    season,
    /** Whether everything is known, and not only this device's part. */
    isKnown: read === customer && known.data !== undefined,
    /**
     * The latest answer of any phone if the server can be reached now; otherwise the latest known on this
     * device.
     */
    readLast: async (): Promise<Impact | undefined> => {
      const response = ask(AbortSignal.timeout(readTimeout)).catch(() => undefined)
      return seasonsIn(await withTimeLimit(response, readTimeout)).at(-1)
    },
    save,
  }
}
