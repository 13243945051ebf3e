import type { QueryClient } from '@tanstack/react-query'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'

type Shown = Pick<OutboxSnapshot, 'customer' | 'entries' | 'sending' | 'deliveredAt'>

type Deps = {
  queries: QueryClient
  outbox: Pick<Outbox, 'subscribe'> & { snapshot: () => Shown }
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
}

/** Refetches after a delivery changed what the server knows, and when the server can be reached again. */
export const refreshQueries = ({ queries, outbox, connectivity }: Deps): void => {
  const refresh = async () => {
    const ofCustomer = { queryKey: ['customer'] }
    // The response to a running request may be older than the delivery. On invalidation the library cancels
    // only requests of queries that have data already, so all are cancelled here.
    await queries.cancelQueries(ofCustomer)
    await queries.invalidateQueries(ofCustomer)
  }

  let known = outbox.snapshot()
  let changed = false
  outbox.subscribe(() => {
    const { customer, entries, sending, deliveredAt } = outbox.snapshot()
    // An entry that is captured and sent while the disk is read is never seen waiting.
    const isDelivered =
      customer !== undefined && customer === known.customer && deliveredAt !== known.deliveredAt
    changed ||= isDelivered || entries.length < known.entries.length
    known = outbox.snapshot()
    // Once after a series of deliveries, not after each.
    if (!changed || sending) return
    changed = false
    void refresh()
  })

  let { online } = connectivity.state()
  connectivity.subscribe(() => {
    const now = connectivity.state().online
    if (now && !online) void refresh()
    online = now
  })
}
