import type { LocaleCode } from '../config/locales.ts'
import { localeOfAddress } from '../config/catalogue-files.ts'
import { moduleCachePrefix } from './downloaded-modules.ts'
import { mediaCaches } from '../platform/storage/free-space.ts'
import { databasePart, estimateOf } from '../platform/storage/storage-state.ts'

/** Kinds of stored data. `app` includes the browser's overhead. Modules, media and words can be removed. */
export const storageKinds = ['modules', 'media', 'words', 'uploads', 'database', 'app'] as const
export type StorageKind = (typeof storageKinds)[number]

/** In bytes; absent if the browser does not report them. */
export type StorageUsage = {
  used?: number
  quota?: number
  kinds: Partial<Record<StorageKind, number>>
}

type Deps = {
  storage?: Pick<StorageManager, 'estimate' | 'getDirectory'> | undefined
  caches?: CacheStorage | undefined
}

const isMedia = (name: string): boolean => mediaCaches.some((media) => media === name)
const sizeOf = async (cache: Cache, requests: readonly Request[]): Promise<number> => {
  let bytes = 0
  for (const request of requests) bytes += (await (await cache.match(request))?.blob())?.size ?? 0
  return bytes
}

const filesIn = async (folder: FileSystemDirectoryHandle): Promise<number> => {
  let bytes = 0
  for await (const entry of folder.values()) {
    bytes += entry.kind === 'file' ? (await entry.getFile()).size : await filesIn(entry)
  }
  return bytes
}

/** Measures the storage of this device by kind. */
export const measureStorage = async (
  { storage, caches }: Deps,
  locale: LocaleCode,
): Promise<StorageUsage> => {
  if (!caches) return { kinds: {} }
  const caching = { modules: 0, media: 0, words: 0, app: 0 }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const requests = await cache.keys()
    const isOther = ({ url }: Request) => ![undefined, locale].includes(localeOfAddress(url))
    if (name.startsWith(moduleCachePrefix)) caching.modules += await sizeOf(cache, requests)
    else if (isMedia(name)) caching.media += await sizeOf(cache, requests)
    else {
      caching.words += await sizeOf(cache, requests.filter(isOther))
      caching.app += await sizeOf(
        cache,
        requests.filter((request) => !isOther(request)),
      )
    }
  }
  const estimate = await estimateOf(storage)
  const uploads = await storage
    ?.getDirectory()
    .then(filesIn)
    .catch(() => undefined)
  const database = databasePart(estimate)
  const { app, ...others } = caching
  const known = [...Object.values(others), uploads ?? 0, database ?? 0].reduce((sum, bytes) => sum + bytes)
  return {
    ...(estimate?.usage !== undefined && { used: estimate.usage }),
    ...(estimate?.quota !== undefined && { quota: estimate.quota }),
    kinds: {
      ...others,
      // Assigns the rest of the browser's usage to the app, which is at least the size of its own files.
      app: Math.max(app, (estimate?.usage ?? 0) - known),
      ...(uploads !== undefined && { uploads }),
      ...(database !== undefined && { database }),
    },
  }
}

/** Removes files that can be fetched again. Keeps the locale on screen, which the app needs to open. */
export const freeStorage = async (
  caches: CacheStorage | undefined,
  kind: 'media' | 'words',
  locale: LocaleCode,
): Promise<void> => {
  if (!caches) return
  for (const name of await caches.keys()) {
    if (kind === 'media' && isMedia(name)) await caches.delete(name)
    if (kind !== 'words' || isMedia(name)) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (![undefined, locale].includes(localeOfAddress(request.url))) await cache.delete(request)
    }
  }
}
