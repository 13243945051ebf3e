import { useQuery } from '@tanstack/react-query'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { valueOf } from '../lib/result.ts'
import { doneSince, readWithCopies } from '../outbox/delivered-since.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useWork } from '../outbox/use-work.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { mergeProgress } from './progress.ts'
import { createSeenHere, type SeenHere } from './seen-here.ts'

const nothingHere = { receipts: [], seenHere: new Map<string, SeenHere>() }

type Deps = { api: ProductApiClient; outbox: Outbox; values: KeyValues }

/** A coach's progress: the server's last response, deliveries since then, and entries on this device. */
export const useProgress = ({ api, outbox, values }: Deps, customer: string) => {
  const status = useQuery({
    queryKey: ['customer', customer, 'status'],
    queryFn: ({ signal }) =>
      readWithCopies(outbox, async () =>
        valueOf(await api.call('statusSurvey', { customer_id: customer }, { signal })),
      ),
  })
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
  return { progress, unknown: status.isError && !status.data, entries, copies }
}
