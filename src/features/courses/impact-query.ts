import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { valueOf } from '../../lib/result.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'

/** Whom a coach reaches. */
export type Impact = NonNullable<ResponseOf<'getImpact'>['impact']>

/** The people a coach reaches, as the server knows; null where it does not. */
export const impactQuery = (api: ProductApiClient, customer: string) =>
  queryOptions({
    queryKey: ['customer', customer, 'impact'],
    queryFn: async ({ signal }) =>
      valueOf(await api.call('getImpact', { customer_id: customer }, { signal })).impact,
  })

/** The latest numbers: those that this device still holds before those that the server has. */
export const newestImpact = (
  entries: readonly Entry[],
  delivered: Impact | null | undefined,
): Impact | undefined => {
  const held = entries.findLast(({ name }) => name === 'impact.saved.v1')
  const parsed = v.safeParse(events['impact.saved.v1'].payload, held?.payload)
  return parsed.success ? parsed.output : (delivered ?? undefined)
}
