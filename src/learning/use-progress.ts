import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { valueOf } from '../lib/result.ts'
import { doneSince, readWithCopies } from '../outbox/delivered-since.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useWork } from '../outbox/use-work.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { mergeProgress, type ProgressState } from './progress.ts'
import { createSeenHere, type SeenHere } from './seen-here.ts'

const nothingHere = { receipts: [], seenHere: new Map<string, SeenHere>() }

/** ms. A first read that takes longer is slow: it may be waiting for a connection that does not work. */
const slowAfter = 4_000

type Deps = { api: ProductApiClient; outbox: Outbox; values: KeyValues }

/** Whether a read for a customer that is `pending` is slow. */
const useSlow = (customer: string, pending: boolean): boolean => {
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => setSlow(customer), slowAfter)
    return () => clearTimeout(timer)
  }, [customer, pending])
  return pending && slow === customer
}

/** A coach's progress: the server's last response, deliveries since then, and entries on this device. */
export const useProgress = ({ api, outbox, values }: Deps, customer: string) => {
  const status = useQuery({
    queryKey: ['customer', customer, 'status'],
    queryFn: ({ signal }) =>
      readWithCopies(outbox, async () =>
        valueOf(await api.call('statusSurvey', { customer_id: customer }, { signal })),
      ),
  })
  const unread = status.data === undefined
  // A retry does not take the message away.
  const failed = status.failureCount > 0 || status.errorUpdateCount > 0
  const slow = useSlow(customer, unread)
  const { deliveredAt } = useOutbox(outbox)
  const { entries, copies } = useWork(outbox, customer)
  const { data: here } = useQuery({
    queryKey: ['receipts', customer, deliveredAt],
    queryFn: async () => ({
      receipts: await outbox.receipts(),
      seenHere: await createSeenHere(values, customer).read(),
    }),
    // Of another coach, who has signed in since, nothing is shown.
    placeholderData: (before, query) => (query?.queryKey[1] === customer ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { receipts, seenHere } = here ?? nothingHere
  const done = doneSince(status.data, { entries, copies })
  const progress = mergeProgress({ status: status.data, receipts, seenHere, done, entries })
  const progressState: ProgressState = !unread ? 'known' : failed || slow ? 'unknown' : 'reading'
  return { progress, progressState, entries, copies }
}
