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
const open = async () => {
  const { Cache } = await import('./amplify-cache.ts')
  return Cache.createInstance({ keyPrefix: 'breaking-barriers-profile/', ...profileCacheLimits })
}

export const createProfileCache = (log: Log): ProfileCache => {
  let opening: ReturnType<typeof open> | undefined
  const cache = () => {
    opening ??= open()
    // A download that broke off is tried again by the next call.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  const attempt = async <T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>) => {
    try {
      return await work(await cache())
    } catch (error) {
      log.warn('The copy of the profile is out of reach.', { error: String(error) })
      return undefined
    }
  }

  return {
    read: async (key, schema) => parsed(schema, await attempt((opened) => opened.getItem(key))),
    write: async (key, value) => {
      await attempt((opened) => opened.setItem(key, value))
    },
    clear: async () => {
      await attempt((opened) => opened.clear())
    },
  }
}
