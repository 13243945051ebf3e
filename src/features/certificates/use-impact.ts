import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { parsed } from '../../lib/parsed.ts'
import { valueOf } from '../../lib/result.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'

/** Whom a coach reaches. */
export type Impact = NonNullable<ResponseOf<'getImpact'>['impact']>

/** The latest numbers: those that this device still holds before those that the server has. */
export const newestImpact = (
  entries: readonly Entry[],
  delivered: Impact | null | undefined,
): Impact | undefined => {
  const held = entries.findLast(({ name }) => name === 'impact.saved.v1')
  return parsed(events['impact.saved.v1'].payload, held?.payload) ?? delivered ?? undefined
}

type Deps = { api: ProductApiClient; outbox: Outbox; track: Track }

/** Whom a coach reached `before`, and how to save it; undefined until that is known, or cannot be. */
export const useImpact = ({ api, outbox, track }: Deps, customer: string, enabled: boolean) => {
  const { entries } = useOutbox(outbox)
  const delivered = useQuery({
    queryKey: ['customer', customer, 'impact'],
    queryFn: async ({ signal }) =>
      valueOf(await api.call('getImpact', { customer_id: customer }, { signal })).impact,
    enabled,
  })
  const save = async (impact: Impact) => {
    const added = await outbox.add('impact.saved.v1', impact)
    if (added.ok) await track('impact_saved', {})
    return added
  }
  return delivered.isPending ? undefined : { before: newestImpact(entries, delivered.data), save }
}
