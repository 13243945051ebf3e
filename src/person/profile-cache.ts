import type * as v from 'valibot'
import { parsed } from '../lib/parsed.ts'
import type { Log } from '../platform/log.ts'

/** Limits of the profile's copy on this device (specification §9); the library takes at most 5 MB. */
export const profileCacheLimits = {
  capacityInBytes: 1_048_576,
  itemMaxSize: 210_000,
  /** ms: 3 days */
  defaultTTL: 259_200_000,
  /** 1 stays longest, 5 goes first */
  defaultPriority: 5,
  warningThreshold: 0.8,
} as const

/** Caches the profile for reading without a connection. */
export type ProfileCache = {
  read: <T>(key: string, schema: v.GenericSchema<unknown, T>) => Promise<T | undefined>
  write: (key: string, value: object) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Amplify's cache, which throws away by age, size and priority. It is loaded when it is first needed, without any other
 * part of Amplify: coaches of the United States load it too.
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
    // A download that broke off is tried again by the next call.
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
   * Reading and writing do without a script that did not come, and nothing is wrong then: WebKit refuses every download to a
   * page that is being left, for as long as the next one takes to respond.
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
