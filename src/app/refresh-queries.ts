import type { QueryClient } from '@tanstack/react-query'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'

type Deps = {
  queries: QueryClient
  outbox: Pick<Outbox, 'subscribe'> & { snapshot: () => Pick<OutboxSnapshot, 'entries' | 'sending'> }
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
}

/** Fetches again after a delivery changed what the server knows, and when it can be reached again. */
export const refreshQueries = ({ queries, outbox, connectivity }: Deps): void => {
  const refresh = () => void queries.invalidateQueries({ queryKey: ['customer'] })

  let held = 0
  let changed = false
  outbox.subscribe(() => {
    const { entries, sending } = outbox.snapshot()
    changed ||= entries.length < held
    held = entries.length
    // Once for all that is sent in a row, not after each.
    if (!changed || sending) return
    changed = false
    refresh()
  })

  let { online } = connectivity.state()
  connectivity.subscribe(() => {
    const now = connectivity.state().online
    if (now && !online) refresh()
    online = now
  })
}
