import type { QueryClient } from '@tanstack/react-query'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'

type Shown = Pick<OutboxSnapshot, 'customer' | 'entries' | 'sending' | 'deliveredAt'>

type Deps = {
  queries: QueryClient
  outbox: Pick<Outbox, 'subscribe'> & { snapshot: () => Shown }
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
}

/** Fetches again after a delivery changed what the server knows, and when it can be reached again. */
export const refreshQueries = ({ queries, outbox, connectivity }: Deps): void => {
  const refresh = async () => {
    const ofCustomer = { queryKey: ['customer'] }
    // A request that is under way may be answered from before; the library ends only those for what has data already.
    await queries.cancelQueries(ofCustomer)
    await queries.invalidateQueries(ofCustomer)
  }

  let known = outbox.snapshot()
  let changed = false
  outbox.subscribe(() => {
    const { customer, entries, sending, deliveredAt } = outbox.snapshot()
    // What is captured and sent while the disk is read is never seen waiting.
    const isDelivered =
      customer !== undefined && customer === known.customer && deliveredAt !== known.deliveredAt
    changed ||= isDelivered || entries.length < known.entries.length
    known = outbox.snapshot()
    // Once for all that is sent in a row, not after each.
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
