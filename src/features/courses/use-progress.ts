import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { valueOf } from '../../lib/result.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { mergeProgress } from './progress.ts'

type Deps = { api: ProductApiClient; outbox: Outbox }

/** A coach's progress, from what the server knew last, what this device has delivered since, and what it holds. */
export const useProgress = ({ api, outbox }: Deps, customer: string) => {
  const status = useQuery({
    queryKey: ['customer', customer, 'status'],
    queryFn: async ({ signal }) =>
      valueOf(await api.call('statusSurvey', { customer_id: customer }, { signal })),
  })
  const { entries, deliveredAt } = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  // The connection may end between a delivery and the next look at what the server knows.
  const { data: receipts = [] } = useQuery({
    queryKey: ['receipts', customer, deliveredAt],
    queryFn: outbox.receipts,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const progress = mergeProgress({ status: status.data, receipts, entries })
  return { progress, unknown: status.isError && !status.data, entries }
}
