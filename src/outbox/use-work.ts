import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'
import type { DeliveredCopy } from './store/delivered-copy.ts'
import { useOutbox } from './use-outbox.ts'

/** What a customer did on this device, as far as it is here. */
export type Work = {
  /** What the device holds, in the order of its capture. */
  entries: readonly Entry[]
  /** What it has delivered, in the order of its delivery; undefined until that is read. */
  copies: readonly DeliveredCopy[] | undefined
}

/** The work of a customer. What leaves the outbox is seen among the copies at the same moment: it is never in neither. */
export const useWork = (outbox: Outbox, customer: string): Work => {
  const { entries, deliveredAt } = useOutbox(outbox)
  const { data: copies } = useQuery({
    queryKey: ['copies', customer, deliveredAt],
    // A disk that cannot be read has none.
    queryFn: () => outbox.copies().catch(() => []),
    staleTime: Number.POSITIVE_INFINITY,
    // Those of the next delivery hold them all.
    gcTime: 0,
  })
  const [last, setLast] = useState<Work & { customer: string }>()
  if (copies && (last?.entries !== entries || last.copies !== copies)) setLast({ customer, entries, copies })
  return !copies && last?.customer === customer ? last : { entries, copies }
}
