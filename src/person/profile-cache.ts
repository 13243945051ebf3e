import type * as v from 'valibot'
import { parsed } from '../lib/parsed.ts'
import type { Log } from '../platform/log.ts'

/** Limits of the profile's copy on this device (specification §9). The library allows 5 MB at most. */
export const profileCacheLimits = {
  capacityInBytes: 1_048_576,
  itemMaxSize: 210_000,
  /** In ms: 3 days. */
  defaultTTL: 259_200_000,
  /** From 1, which stays longest, to 5, which is evicted first. */
  defaultPriority: 5,
  warningThreshold: 0.8,
} as const

/** Caches the profile for offline use. */
export type ProfileCache = {
  read: <T>(key: string, schema: v.GenericSchema<unknown, T>) => Promise<T | undefined>
  write: (key: string, value: object) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Amplify's cache, which evicts by age, size and priority. Loaded on first use, without the other parts of
 * Amplify, because coaches in the United States load it too.
 */
const loadCache = () => import('./amplify-cache.ts')

export const createProfileCache = (log: Log, load = loadCache): ProfileCache => {
  const open = async () => {
    const { Cache } = await load()
    return Cache.createInstance({ keyPrefix: 'breaking-barriers-profile/', ...profileCacheLimits })
  }
  type Opened = Awaited<ReturnType<typeof open>>
  let opening: Promise<Opened> | undefined
  const cache = () => {
    opening ??= open()
    // After an interrupted download, the next call tries again.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  const attempt = async <T>(work: (opened: Opened) => Promise<T>) => {
    try {
      return await work(await cache())
    } catch (error) {
      log.warn('The copy of the profile is out of reach.', { error: String(error) })
      return undefined
    }
  }
  /**
   * Resolves to whether the script is available. Reads and writes do without it and log no warning, because
   * WebKit refuses every download while a page is being left, until the next page responds.
   */
  const isLoaded = () =>
    cache().then(
      () => true,
      () => false,
    )

  return {
    read: async (key, schema) =>
      (await isLoaded()) ? parsed(schema, await attempt((opened) => opened.getItem(key))) : undefined,
    write: async (key, value) => {
      if (await isLoaded()) await attempt((opened) => opened.setItem(key, value))
    },
    clear: async () => {
      await attempt((opened) => opened.clear())
    },
  }
}
