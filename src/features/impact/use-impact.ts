import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { forAWhile } from '../../lib/for-a-while.ts'
import { parsed } from '../../lib/parsed.ts'
import { valueOf } from '../../lib/result.ts'
import { yearAt, zonedTime } from '../../lib/zoned-time.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { deliveredSince, readWithCopies } from '../../outbox/delivered-since.ts'
import { events } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { useWork } from '../../outbox/use-work.ts'
import type { CorrectedClock, Moment } from '../../platform/network/corrected-clock.ts'

type Told = ResponseOf<'getImpact'>

/** Whom a coach reaches in a season. */
export type SeasonImpact = Told['seasons'][number]

/** Whom a coach reaches. */
export type Impact = Omit<SeasonImpact, 'season'>

/** A season is a calendar year where the coach is. */
const seasonOf = ({ corrected, zone }: Pick<Moment, 'corrected' | 'zone'>): number =>
  yearAt(zonedTime(corrected, zone))

/**
 * Season by season, the oldest first: what the server has, and over it what was said on this device since. A server before
 * version 10 of the contract tells the latest only, which belongs to the `present` season.
 */
export const impactBySeason = (
  entries: readonly Pick<Entry, 'name' | 'payload' | 'capturedAt'>[],
  { impact, seasons }: Partial<Told>,
  present: number,
): SeasonImpact[] => {
  const bySeason = new Map((seasons ?? []).map((one) => [one.season, one]))
  if (impact && bySeason.size === 0) bySeason.set(present, { season: present, ...impact })
  for (const { name, payload, capturedAt } of entries) {
    if (name !== 'impact.saved.v1' && name !== 'customer.registered.v1') continue
    const said = parsed(events[name].payload, payload)
    const season = seasonOf(capturedAt)
    if (!said || (name === 'customer.registered.v1' && bySeason.has(season))) continue
    const { numberOfPeople, youngFemale, sportType } = said
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

/** ms; saving waits no longer for what another phone may have said meanwhile */
const longestLook = 2000

/** Whom a coach reaches, season by season, and how to say it anew; undefined until that is known, or cannot be. */
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
    // However fresh it looks: the coach may come back from another device.
    refetchOnWindowFocus: 'always',
  })
  const save = async (impact: Impact) => {
    const added = await outbox.add('impact.saved.v1', impact)
    if (added.ok) await track('impact_saved', {})
    return added
  }
  const { data: season } = useQuery({ queryKey: ['season'], queryFn: async () => seasonOf(await moment()) })
  if (known.isPending || season === undefined || !copies) return undefined
  const seasonsIn = (told = known.data) =>
    impactBySeason([...deliveredSince(told, copies), ...entries], told ?? {}, season)
  return {
    seasons: seasonsIn(),
    season,
    /** Whether all of it is known, and not only what this device has. */
    isKnown: read === customer && known.data !== undefined,
    /** What was said last, on whichever phone, if the server can be asked now; else what is known here. */
    readLast: async (): Promise<Impact | undefined> => {
      const told = ask(AbortSignal.timeout(longestLook)).catch(() => undefined)
      return seasonsIn(await forAWhile(told, longestLook)).at(-1)
    },
    save,
  }
}
