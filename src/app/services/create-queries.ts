import { QueryClient, type Query, type QueryPersister } from '@tanstack/react-query'
import { experimental_createQueryPersister as createPersister } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { sessionDays } from '../../contract/product-api.ts'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Log } from '../../platform/log.ts'

/** ms; the lifetime of a product session. */
const maxAge = sessionDays * 86_400_000
/** ms. A younger result is not fetched again on every screen. */
const staleTime = 30_000
/** A result from before the clock was set back is stale: it would stay fresh until that time comes again. */
const staleTimeOf = ({ state: { dataUpdatedAt } }: Pick<Query, 'state'>): number => {
  const age = Date.now() - dataUpdatedAt
  return age < 0 ? age : staleTime
}
/** ms after which an open screen retries what it could not update. */
const retryInterval = 15_000

type Deps = { values: KeyValues; customer: () => string | undefined; log: Log }

/**
 * Whether a persisted query belongs to a customer: its name begins with the query's key, whose first two
 * parts identify the customer.
 */
const isOf = (customer: string | undefined, name: string): boolean =>
  customer !== undefined && name.includes(JSON.stringify(['customer', customer]).slice(0, -1))

/** The shape of a query that the persister stores. */
const persisted = v.looseObject({ state: v.looseObject({ data: v.unknown() }) })

/** Changes the persisted results whose keys begin with `key`, whether or not the app has read them yet. */
export const changePersisted = async (
  values: Pick<KeyValues, 'keys' | 'update'>,
  key: readonly unknown[],
  change: (data: unknown) => unknown,
): Promise<void> => {
  const begin = JSON.stringify(key).slice(0, -1)
  const changed = (stored: unknown): unknown => {
    if (typeof stored !== 'string') return stored
    const result = parsed(persisted, JSON.parse(stored))
    if (!result) return stored
    return JSON.stringify({ ...result, state: { ...result.state, data: change(result.state.data) } })
  }
  const names = await values.keys()
  await Promise.all(names.filter((name) => name.includes(begin)).map((name) => values.update(name, changed)))
}

/**
 * Results of the product API, persisted in IndexedDB one query at a time, so that a screen opened without a
 * connection shows its last known state. Every key begins with the customer, so that no customer reads the
 * data of another.
 */
export const createQueries = ({ values, customer, log }: Deps): QueryClient => {
  const { persisterFn } = createPersister({
    maxAge,
    buster: '1',
    // Results that admins read are about other people, so their device does not keep them.
    filters: { queryKey: ['customer'] },
    // Done below, with its failures ignored.
    refetchOnRestore: false,
    storage: {
      getItem: async (key) => parsed(v.string(), await values.inTime(values.read(key))) ?? null,
      setItem: async (name, text) => {
        // The result may arrive after the coach signed out.
        if (!isOf(customer(), name)) return
        await values.write(name, text).catch((error: unknown) => {
          log.warn('A result could not be persisted', { reason: String(error) })
        })
      },
      removeItem: (key) => values.remove(key),
    },
  })
  const persister: QueryPersister = async (queryFn, context, query) => {
    let fetched = false
    const fetchNow: typeof queryFn = (given) => {
      fetched = true
      return queryFn(given)
    }
    const result = await persisterFn(fetchNow, context, query)
    // The device's copy is shown at once and always refetched, however fresh it looks: otherwise an
    // invalidation during the read would be lost. Without a connection the copy is the only result.
    if (!fetched) setTimeout(() => query.fetch().catch(() => undefined))
    return result
  }
  return new QueryClient({
    defaultOptions: {
      queries: {
        persister,
        // The device's copy must be readable without a connection too, and `navigator.onLine` is not
        // reliable.
        networkMode: 'always',
        retry: 1,
        staleTime: staleTimeOf,
        // No other event would trigger a retry: the connection never went away, and a form with old data
        // invites the coach to answer again.
        refetchInterval: ({ state: { status, data } }) =>
          status === 'error' && data !== undefined && retryInterval,
      },
    },
  })
}
