import { localeOfUrl } from '../config/catalogue-files.ts'
import type { LocaleCode } from '../config/locales.ts'
import { mediaCaches } from '../platform/storage/free-space.ts'
import { findDatabaseUsage, estimateStorage } from '../platform/storage/storage-state.ts'
import { moduleCachePrefix } from './downloaded-modules.ts'

/**
 * Kinds of stored data. `modules`: downloaded by the coach. `media`: cached videos and pictures. `words`: the
 * texts of locales that are not on screen. These three can be removed. `uploads`: copies of files until they
 * are sent. `app`: its own files. `other`: what the browser counts beyond these.
 */
export const storageKinds = ['modules', 'media', 'words', 'uploads', 'database', 'app', 'other'] as const
export type StorageKind = (typeof storageKinds)[number]

/** In bytes; absent if the browser does not report them. */
export type StorageUsage = {
  used?: number
  quota?: number
  kinds: Partial<Record<StorageKind, number>>
}

type StorageUsageDeps = {
  storage?: Pick<StorageManager, 'estimate' | 'getDirectory'> | undefined
  caches?: CacheStorage | undefined
}

const isMediaCache = (name: string): boolean => mediaCaches.some((media) => media === name)

/** Whether a file is a text of a locale other than the one on screen. */
const isOtherText = (url: string, locale: LocaleCode): boolean => {
  const localeOfFile = localeOfUrl(url)
  return localeOfFile !== undefined && localeOfFile !== locale
}

/** In bytes. */
const measureSize = async (cache: Cache, requests: readonly Request[]): Promise<number> => {
  let bytes = 0
  for (const request of requests) bytes += (await (await cache.match(request))?.blob())?.size ?? 0
  return bytes
}

/** The size of all files in a folder and its subfolders, in bytes. */
const sizeOfFiles = async (folder: FileSystemDirectoryHandle): Promise<number> => {
  let bytes = 0
  for await (const entry of folder.values()) {
    bytes += entry.kind === 'file' ? (await entry.getFile()).size : await sizeOfFiles(entry)
  }
  return bytes
}

/**
 * Adds the browser's estimate to the kinds whose size is known. The sizes of the kinds add up to `used`, also
 * if the browser estimates less than what is known.
 */
export const addEstimate = (
  kinds: StorageUsage['kinds'],
  estimate: StorageEstimate | undefined,
): StorageUsage => {
  const database = findDatabaseUsage(estimate)
  const known = { ...kinds, ...(database !== undefined && { database }) }
  const knownBytes = Object.values(known).reduce((sum, bytes) => sum + bytes, 0)
  const used = estimate?.usage === undefined ? undefined : Math.max(estimate.usage, knownBytes)
  const other = (used ?? knownBytes) - knownBytes
  return {
    ...(used !== undefined && { used }),
    ...(estimate?.quota !== undefined && { quota: estimate.quota }),
    kinds: { ...known, ...(other > 0 && { other }) },
  }
}

/** Measures the storage of this device by kind. */
export const measureStorage = async (
  { storage, caches }: StorageUsageDeps,
  locale: LocaleCode,
): Promise<StorageUsage> => {
  if (!caches) return { kinds: {} }
  const cached = { modules: 0, media: 0, words: 0, app: 0 }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const requests = await cache.keys()
    const isOfOtherLocale = ({ url }: Request) => isOtherText(url, locale)
    if (name.startsWith(moduleCachePrefix)) cached.modules += await measureSize(cache, requests)
    else if (isMediaCache(name)) cached.media += await measureSize(cache, requests)
    else {
      cached.words += await measureSize(cache, requests.filter(isOfOtherLocale))
      cached.app += await measureSize(
        cache,
        requests.filter((request) => !isOfOtherLocale(request)),
      )
    }
  }
  const estimate = await estimateStorage(storage)
  const uploads = await storage
    ?.getDirectory()
    .then(sizeOfFiles)
    .catch(() => undefined)
  return addEstimate({ ...cached, ...(uploads !== undefined && { uploads }) }, estimate)
}

/** Removes files that can be fetched again. Keeps the locale on screen, which the app needs to open. */
export const freeStorage = async (
  caches: CacheStorage | undefined,
  kind: 'media' | 'words',
  locale: LocaleCode,
): Promise<void> => {
  if (!caches) return
  for (const name of await caches.keys()) {
    if (kind === 'media' && isMediaCache(name)) await caches.delete(name)
    if (kind !== 'words' || isMediaCache(name)) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (isOtherText(request.url, locale)) await cache.delete(request)
    }
  }
}
