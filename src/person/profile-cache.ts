import type * as v from 'valibot'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { Log } from '../platform/log.ts'

/** The limits of the profile's copy on this device (specification §9). The library allows 5 MB at most. */
export const profileCacheLimits = {
  capacityInBytes: 1_048_576,
  /** In bytes. */
  itemMaxSize: 210_000,
  /** In ms: 3 days. */
  defaultTTL: 259_200_000,
  /** From 1, which stays longest, to 5, which is evicted first. */
  defaultPriority: 5,
  /** A full cache evicts entries until it uses at most this share of its capacity. */
  warningThreshold: 0.8,
} as const

/** Caches the profile for offline use. */
export type ProfileCache = {
  read: <T>(key: string, schema: v.GenericSchema<unknown, T>) => Promise<T | undefined>
  write: (key: string, value: object) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Loads Amplify's cache, which evicts by age, size and priority. Does not load the rest of Amplify, which
 * coaches in the United States do not need.
 */
const loadCache = () => import('./amplify-cache.ts')

/** Caches the profile on this device. If the cache fails, reads find nothing and writes do nothing. */
export const createProfileCache = (log: Log, load = loadCache): ProfileCache => {
  const openCache = async () => {
    const { Cache } = await load()
    return Cache.createInstance({ keyPrefix: 'breaking-barriers-profile/', ...profileCacheLimits })
  }
  type AmplifyCache = Awaited<ReturnType<typeof openCache>>
  let cachePromise: Promise<AmplifyCache> | undefined
  const openOnce = () => {
    cachePromise ??= openCache()
    // If the download was interrupted, the next call starts it again.
    cachePromise.catch(() => {
      cachePromise = undefined
    })
    return cachePromise
  }
  /** Resolves to undefined and logs a warning if the cache fails. */
  const withCache = async <T>(work: (cache: AmplifyCache) => Promise<T>) => {
    try {
      return await work(await openOnce())
    } catch (error) {
      log.warn('The copy of the profile could not be read or written', { error: String(error) })
      return undefined
    }
  }
  /**
   * Whether the script of the cache is available. If not, reads and writes do nothing and log no warning:
   * while a page is being left, WebKit refuses every download.
   */
  const isLoaded = () =>
    openOnce().then(
      () => true,
      () => false,
    )

  return {
    read: async (key, schema) =>
      (await isLoaded())
        ? parseOrUndefined(schema, await withCache((cache) => cache.getItem(key)))
        : undefined,
    write: async (key, value) => {
      if (await isLoaded()) await withCache((cache) => cache.setItem(key, value))
    },
    clear: async () => {
      await withCache((cache) => cache.clear())
    },
  }
}
