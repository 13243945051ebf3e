import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { valueOrThrow } from '../lib/result.ts'
import { findNewerEntries, readWithNewestCopy } from '../outbox/find-newer-entries.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useEntriesAndCopies } from '../outbox/use-entries-and-copies.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { mergeProgress, type ProgressState } from './progress.ts'
import { createSeenOnDevice, type SeenParts } from './seen-on-device.ts'

const emptyDeviceData = { receipts: [], seenOnDevice: new Map<string, SeenParts>() }

/** A first request that takes longer is treated as slow, because the connection may not work. */
const slowAfterMs = 4_000

type Deps = { api: ProductApiClient; outbox: Outbox; keyValues: KeyValues }

/** Whether a request for a customer has been pending for longer than `slowAfterMs`. */
const useIsSlow = (customerId: string, isPending: boolean): boolean => {
  const [slowCustomerId, setSlowCustomerId] = useState<string>()
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setSlowCustomerId(customerId), slowAfterMs)
    return () => clearTimeout(timer)
  }, [customerId, isPending])
  return isPending && slowCustomerId === customerId
}

/**
 * Returns a coach's progress: from the server's last response, from later deliveries, and from the entries on
 * this device.
 */
export const useProgress = ({ api, outbox, keyValues }: Deps, customerId: string) => {
  const status = useQuery({
    queryKey: ['customer', customerId, 'status'],
    queryFn: ({ signal }) =>
      readWithNewestCopy(outbox, async () =>
        valueOrThrow(await api.call('statusSurvey', { customer_id: customerId }, { signal })),
      ),
  })
  const isStatusMissing = status.data === undefined
  // Each fetch resets `failureCount`, but `errorUpdateCount` keeps the message displayed during a retry.
  const hasFailed = status.failureCount > 0 || status.errorUpdateCount > 0
  const isSlow = useIsSlow(customerId, isStatusMissing)
  const { deliveredAt } = useOutbox(outbox)
  const { entries, copies } = useEntriesAndCopies(outbox, customerId)
  const { data: deviceData } = useQuery({
    // `deliveredAt` is part of the key, so each delivery causes a new read.
    queryKey: ['receipts', customerId, deliveredAt],
    queryFn: async () => ({
      receipts: await outbox.readReceipts(),
      seenOnDevice: await createSeenOnDevice(keyValues, customerId).read(),
    }),
    // Shows the previous data while the new data is read, but never the data of another coach.
    placeholderData: (previous, query) => (query?.queryKey[1] === customerId ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { receipts, seenOnDevice } = deviceData ?? emptyDeviceData
  const newerEntries = findNewerEntries(status.data, { entries, copies })
  const progress = mergeProgress({ status: status.data, receipts, seenOnDevice, newerEntries, entries })
  const stateWithoutData: ProgressState = hasFailed || isSlow ? 'unknown' : 'reading'
  const progressState: ProgressState = isStatusMissing ? stateWithoutData : 'known'
  return { progress, progressState, entries, copies }
}
