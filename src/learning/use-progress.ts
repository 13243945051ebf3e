import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { valueOrThrow } from '../lib/result.ts'
import { findNewerEntries, readWithCopies } from '../outbox/find-newer-entries.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useWork } from '../outbox/use-work.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { mergeProgress, type ProgressState } from './progress.ts'
import { createSeenHere, type SeenHere } from './seen-here.ts'

const emptyDeviceData = { receipts: [], seenHere: new Map<string, SeenHere>() }

/** In ms. A first read that takes longer is slow: it may be waiting for a connection that does not work. */
const slowAfter = 4_000

type Deps = { api: ProductApiClient; outbox: Outbox; values: KeyValues }

/** Whether a read for a customer has been pending for a long time. */
const useIsSlow = (customer: string, isPending: boolean): boolean => {
  const [slowCustomer, setSlowCustomer] = useState<string>()
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setSlowCustomer(customer), slowAfter)
    return () => clearTimeout(timer)
  }, [customer, isPending])
  return isPending && slowCustomer === customer
}

/** A coach's progress: the server's last response, deliveries since then, and entries on this device. */
export const useProgress = ({ api, outbox, values }: Deps, customer: string) => {
  const status = useQuery({
    queryKey: ['customer', customer, 'status'],
    queryFn: ({ signal }) =>
      readWithCopies(outbox, async () =>
        valueOrThrow(await api.call('statusSurvey', { customer_id: customer }, { signal })),
      ),
  })
  const isUnread = status.data === undefined
  // Each fetch resets `failureCount`. `errorUpdateCount` keeps the message on screen during a later fetch.
  const hasFailed = status.failureCount > 0 || status.errorUpdateCount > 0
  const isSlow = useIsSlow(customer, isUnread)
  const { deliveredAt } = useOutbox(outbox)
  const { entries, copies } = useWork(outbox, customer)
  const { data: deviceData } = useQuery({
    queryKey: ['receipts', customer, deliveredAt],
    queryFn: async () => ({
      receipts: await outbox.receipts(),
      seenHere: await createSeenHere(values, customer).read(),
    }),
    // Keeps the data of the last delivery during a read, but never shows the data of another coach.
    placeholderData: (previous, query) => (query?.queryKey[1] === customer ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { receipts, seenHere } = deviceData ?? emptyDeviceData
  const newerEntries = findNewerEntries(status.data, { entries, copies })
  const progress = mergeProgress({ status: status.data, receipts, seenHere, newerEntries, entries })
  const stateWithoutData: ProgressState = hasFailed || isSlow ? 'unknown' : 'reading'
  const progressState: ProgressState = isUnread ? stateWithoutData : 'known'
  return { progress, progressState, entries, copies }
}
