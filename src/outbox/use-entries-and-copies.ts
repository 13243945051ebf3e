import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'
import { useOutbox } from './use-outbox.ts'

/** What this device stores of a customer's entries. */
export type EntriesAndCopies = {
  /** The unsent entries, in the order of capture. */
  entries: readonly Entry[]
  /** Copies of delivered entries, in the order of delivery, or undefined until they are read. */
  copies: readonly DeliveredCopy[] | undefined
}

/**
 * Returns the entries of a customer and the copies of those that were delivered. An entry that leaves the
 * outbox appears among the copies in the same render, so it is never missing from both.
 */
export const useEntriesAndCopies = (outbox: Outbox, customerId: string): EntriesAndCopies => {
  const { entries, deliveredAt } = useOutbox(outbox)
  const { data: copies } = useQuery({
    // `deliveredAt` is part of the key, so each delivery causes a new read.
    queryKey: ['copies', customerId, deliveredAt],
    // If the copies cannot be read, the screens show only the unsent entries.
    queryFn: () => outbox.readCopies().catch(() => []),
    staleTime: Number.POSITIVE_INFINITY,
    // The query after the next delivery returns these copies too, so they do not have to stay cached.
    gcTime: 0,
  })
  const [lastResult, setLastResult] = useState<EntriesAndCopies & { customerId: string }>()
  // Set during the render, so that this result stays on screen until the copies of the next delivery are read.
  if (copies && (lastResult?.entries !== entries || lastResult.copies !== copies))
    setLastResult({ customerId, entries, copies })
  return !copies && lastResult?.customerId === customerId ? lastResult : { entries, copies }
}
