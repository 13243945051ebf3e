import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'
import { useOutbox } from './use-outbox.ts'

/** The work of a customer on this device. */
export type Work = {
  /** The unsent entries, in the order of capture. */
  entries: readonly Entry[]
  /** Copies of delivered entries, in the order of delivery, or undefined until they are read. */
  copies: readonly DeliveredCopy[] | undefined
}

/**
 * Returns the work of a customer. An entry that leaves the outbox appears among the copies in the same
 * render, so it is never missing from both.
 */
export const useWork = (outbox: Outbox, customerId: string): Work => {
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
  const [lastWork, setLastWork] = useState<Work & { customerId: string }>()
  // Set during the render, so that this work stays on screen until the copies of the next delivery are read.
  if (copies && (lastWork?.entries !== entries || lastWork.copies !== copies))
    setLastWork({ customerId, entries, copies })
  return !copies && lastWork?.customerId === customerId ? lastWork : { entries, copies }
}
