import { QueryClient, type Query, type QueryPersister } from '@tanstack/react-query'
import { experimental_createQueryPersister as createPersister } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { sessionDays } from '../../contract/product-api.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { Log } from '../../platform/log.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'

/** In ms: the lifetime of a product session. */
const maxAge = sessionDays * 86_400_000
/** In ms. A younger result is not fetched again on every screen. */
const staleTime = 30_000
/**
 * In ms: how long a result stays fresh. Negative for a result that is dated in the future, because the clock
 * was set back: it would otherwise stay fresh until its time comes again.
 */
const getStaleTime = ({ state: { dataUpdatedAt } }: Pick<Query, 'state'>): number => {
  const age = Date.now() - dataUpdatedAt
  return age < 0 ? age : staleTime
}
/** In ms, after which an open screen retries what it could not update. */
const retryInterval = 15_000

type QueriesDeps = { values: KeyValues; customer: () => string | undefined; log: Log }

/** The beginning of a query's key as JSON, by which the name of a persisted query is recognised. */
const keyPrefix = (key: readonly unknown[]): string => JSON.stringify(key).slice(0, -1)

/**
 * Whether a persisted query belongs to a customer: its name contains the query's key, whose first two parts
 * identify the customer.
 */
const belongsTo = (customer: string | undefined, name: string): boolean =>
  customer !== undefined && name.includes(keyPrefix(['customer', customer]))

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
  const names = (await values.keys()).filter((name) => name.includes(keyPrefix(key)))
  await Promise.all(names.map((name) => values.update(name, changeStored)))
}

/**
 * Results of the product API, persisted in IndexedDB one query at a time, so that a screen opened without a
 * connection shows its last known state. Every key begins with the customer, so that no customer reads the
 * data of another.
 */
export const createQueries = ({ values, customer, log }: QueriesDeps): QueryClient => {
  const { persisterFn } = createPersister({
    maxAge,
    // Changed to discard what earlier versions of the app have persisted.
    buster: '1',
    // Results that admins read are about other people, so their device does not keep them.
    filters: { queryKey: ['customer'] },
    // `persister` refetches instead, and ignores failures.
    refetchOnRestore: false,
    storage: {
      getItem: async (key) =>
        parseOrUndefined(v.string(), await values.withTimeLimit(values.read(key))) ?? null,
      setItem: async (name, text) => {
        // The result may arrive after the coach signed out.
        if (!belongsTo(customer(), name)) return
        await values.write(name, text).catch((error: unknown) => {
          log.warn('A result could not be persisted', { reason: String(error) })
        })
      },
      removeItem: (key) => values.remove(key),
    },
  })
  const persister: QueryPersister = async (queryFn, context, query) => {
    let isFetched = false
    const fetchNow: typeof queryFn = (fetchContext) => {
      isFetched = true
      return queryFn(fetchContext)
    }
    const result = await persisterFn(fetchNow, context, query)
    // The device's copy is shown at once and always refetched, however fresh it looks: otherwise an
    // invalidation during the read would be lost. Without a connection the copy is the only result.
    if (!isFetched) setTimeout(() => query.fetch().catch(() => undefined))
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
        staleTime: getStaleTime,
        // No other event would trigger a retry: the connection never went away, and a form with old data
        // invites the coach to answer again.
        refetchInterval: ({ state: { status, data } }) =>
          status === 'error' && data !== undefined && retryInterval,
      },
    },
  })
}
