import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'
import { mergeProgress } from '../features/courses/progress.ts'
import { statusQuery } from '../features/courses/status-query.ts'

/** A coach's progress, from the server's last word, from what this device has delivered since, and from what it holds. */
export const useProgress = ({ api, outbox }: Services, customer: string) => {
  const status = useQuery(statusQuery(api, customer))
  const { entries, deliveredAt } = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  // The connection may end between a delivery and the question what the server knows now.
  const { data: receipts = [] } = useQuery({
    queryKey: ['receipts', customer, deliveredAt],
    queryFn: outbox.receipts,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const progress = mergeProgress({ status: status.data, receipts, entries })
  return { progress, unknown: status.isError && !status.data, entries }
}
