import { QueryClient, type Query, type QueryPersister } from '@tanstack/react-query'
import { experimental_createQueryPersister as createPersister } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { sessionDays } from '../../contract/product-api/headers-and-cookies.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { dayMs } from '../../lib/time/day-ms.ts'
import type { Log } from '../../platform/log.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'

/** Results are stored as long as a product session lasts. */
const maxAgeMs = sessionDays * dayMs

/** A result that is younger is fresh, so a screen shows it without fetching it again. */
const staleTimeMs = 30_000

/** The interval at which an open screen retries the fetch of a result that it could not update. */
const retryIntervalMs = 15_000

/**
 * Returns how long a result stays fresh, in ms. Negative, so not fresh, if the result is dated in the future
 * because the clock was set back. Otherwise it would stay fresh until that time.
 */
const getStaleTime = ({ state: { dataUpdatedAt } }: Pick<Query, 'state'>): number => {
  const age = Date.now() - dataUpdatedAt
  return age < 0 ? age : staleTimeMs
}

type QueriesDeps = { values: KeyValues; customer: () => string | undefined; log: Log }

/** Returns the beginning of a query's key as JSON, which the name of the persisted query contains. */
const toKeyPrefix = (key: readonly unknown[]): string => JSON.stringify(key).slice(0, -1)

/**
 * Whether a persisted query belongs to a customer: its name contains the query's key, which begins with
 * `customer` and the customer id.
 */
const belongsTo = (customerId: string | undefined, name: string): boolean =>
  customerId !== undefined && name.includes(toKeyPrefix(['customer', customerId]))

/** A query as the persister stores it. */
const persistedQuerySchema = v.looseObject({ state: v.looseObject({ data: v.unknown() }) })

/** Changes the persisted results whose keys begin with `key`, whether or not the app has read them yet. */
export const changePersisted = async (
  values: Pick<KeyValues, 'keys' | 'update'>,
  key: readonly unknown[],
  change: (data: unknown) => unknown,
): Promise<void> => {
  const changeStored = (stored: unknown): unknown => {
    if (typeof stored !== 'string') return stored
    const query = parseOrUndefined(persistedQuerySchema, JSON.parse(stored))
    if (!query) return stored
    return JSON.stringify({ ...query, state: { ...query.state, data: change(query.state.data) } })
  }
  const names = (await values.keys()).filter((name) => name.includes(toKeyPrefix(key)))
  await Promise.all(names.map((name) => values.update(name, changeStored)))
}

/**
 * Creates the client for results of the product API. It persists each query in IndexedDB, so that a screen
 * that is opened offline shows its last known state. The key of a coach's result begins with `customer` and
 * the customer id, so that no coach reads the data of another.
 */
export const createQueries = ({ values, customer, log }: QueriesDeps): QueryClient => {
  const { persisterFn } = createPersister({
    maxAge: maxAgeMs,
    // Change this to discard what earlier versions of the app have persisted.
    buster: '1',
    // Results that admins read are about other people, so their device does not store them.
    filters: { queryKey: ['customer'] },
    // `persister` below refetches instead, and ignores failures.
    refetchOnRestore: false,
    storage: {
      getItem: async (name) =>
        parseOrUndefined(v.string(), await values.withTimeLimit(values.read(name))) ?? null,
      setItem: async (name, text) => {
        // The result may arrive after the coach signed out.
        if (!belongsTo(customer(), name)) return
        await values.write(name, text).catch((error: unknown) => {
          log.warn('A result could not be persisted', { reason: String(error) })
        })
      },
      removeItem: (name) => values.remove(name),
    },
  })
  const persister: QueryPersister = async (queryFn, context, query) => {
    let isFetched = false
    const fetchNow: typeof queryFn = (fetchContext) => {
      isFetched = true
      return queryFn(fetchContext)
    }
    const result = await persisterFn(fetchNow, context, query)
    // The stored copy is shown immediately and always refetched, even if it is fresh, because otherwise an
    // invalidation during the read would be lost. Offline, the refetch fails and the copy stays.
    if (!isFetched) setTimeout(() => query.fetch().catch(() => undefined))
    return result
  }
  return new QueryClient({
    defaultOptions: {
      queries: {
        persister,
        // Offline, queries must run too, to read the stored copy. `navigator.onLine` is not reliable.
        networkMode: 'always',
        retry: 1,
        staleTime: getStaleTime,
        // Retries a failed update, because no other event does while the server stays reachable. A form with
        // old data would invite the coach to answer again.
        refetchInterval: ({ state: { status, data } }) =>
          status === 'error' && data !== undefined && retryIntervalMs,
      },
    },
  })
}
