import { QueryClient, type QueryPersister } from '@tanstack/react-query'
import { experimental_createQueryPersister as createPersister } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { sessionDays } from '../../contract/product-api.ts'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Log } from '../../platform/log.ts'

/** ms; as long as a product session lives */
const maxAge = sessionDays * 86_400_000
/** ms; a result younger than this is not fetched again on every screen */
const staleTime = 30_000
/** ms after which a screen that is open fetches again what it could not bring up to date */
const retryInterval = 15_000

type Deps = { values: KeyValues; customer: () => string | undefined; log: Log }

/** The name under which a query is persisted begins with its key, whose first two parts say whose result it is. */
const isOf = (customer: string | undefined, name: string): boolean =>
  customer !== undefined && name.includes(JSON.stringify(['customer', customer]).slice(0, -1))

/** What the persister stores of a query. */
const persisted = v.looseObject({ state: v.looseObject({ data: v.unknown() }) })

/** Changes the persisted results whose keys begin so, whether the app has read them yet or not. */
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
 * Results of the product API, persisted in IndexedDB query by query: a screen opened in a dead spot shows what was true
 * when it was last open. Every key begins with the customer, so nobody reads what belongs to somebody else.
 */
export const createQueries = ({ values, customer, log }: Deps): QueryClient => {
  const { persisterFn } = createPersister({
    maxAge,
    buster: '1',
    // What admins read is about others: their device forgets it.
    filters: { queryKey: ['customer'] },
    // Done below, where a failure is expected.
    refetchOnRestore: false,
    storage: {
      getItem: async (key) => parsed(v.string(), await values.inTime(values.read(key))) ?? null,
      setItem: async (name, text) => {
        // One that was on its way while the coach signed out.
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
    // The device's copy is shown at once and brought up to date, however fresh it looks: what was invalidated while it
    // was read would be lost otherwise. Without a connection the copy is what there is.
    if (!fetched) setTimeout(() => query.fetch().catch(() => undefined))
    return result
  }
  return new QueryClient({
    defaultOptions: {
      queries: {
        persister,
        // The device's own copy must be read without a connection too, and `navigator.onLine` is no authority.
        networkMode: 'always',
        retry: 1,
        staleTime,
        // Nothing else would: the connection was there all the time, and a form over old data invites to answer again.
        refetchInterval: ({ state: { status, data } }) =>
          status === 'error' && data !== undefined && retryInterval,
      },
    },
  })
}
