import { findLocaleOfUrl } from '../config/catalogue-files.ts'
import type { LocaleCode } from '../config/locales.ts'
import { mediaCaches } from '../platform/storage/free-space.ts'
import { findDatabaseUsage, estimateStorage } from '../platform/storage/storage-state.ts'
import { moduleCachePrefix } from './downloaded-modules.ts'

/**
 * Kinds of stored data. Three of them can be removed: `modules`, which the coach has downloaded; `media`, the
 * cached videos and pictures; and `words`, the texts of locales other than the current one. `uploads`: copies
 * of files that are not uploaded yet. `app`: the app's own files. `other`: the rest of what the browser
 * reports.
 */
export const storageKinds = ['modules', 'media', 'words', 'uploads', 'database', 'app', 'other'] as const
export type StorageKind = (typeof storageKinds)[number]

/** In bytes. Absent values are not reported by the browser. */
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

/** Whether a cache contains the app itself, not modules or media. */
export const isAppCache = (name: string): boolean =>
  !isMediaCache(name) && !name.startsWith(moduleCachePrefix)

/** Whether a file contains texts of a locale other than the current one. */
const isTextOfOtherLocale = (url: string, locale: LocaleCode): boolean => {
  const localeOfFile = findLocaleOfUrl(url)
  return localeOfFile !== undefined && localeOfFile !== locale
}

/** Measures the size of cached files in bytes. */
const measureSize = async (cache: Cache, requests: readonly Request[]): Promise<number> => {
  let bytes = 0
  for (const request of requests) {
    const response = await cache.match(request)
    const blob = await response?.blob()
    bytes += blob?.size ?? 0
  }
  return bytes
}

/** Measures the size of all files in a folder and its subfolders, in bytes. */
const measureFolder = async (folder: FileSystemDirectoryHandle): Promise<number> => {
  let bytes = 0
  for await (const entry of folder.values()) {
    bytes += entry.kind === 'file' ? (await entry.getFile()).size : await measureFolder(entry)
  }
  return bytes
}

/**
 * Adds the browser's estimate to the kinds whose size is known. The sizes of all kinds add up to `used`, even
 * if the browser estimates less than the known sizes.
 */
export const addEstimate = (
  kinds: StorageUsage['kinds'],
  estimate: StorageEstimate | undefined,
): StorageUsage => {
  const database = findDatabaseUsage(estimate)
  const knownKinds = { ...kinds, ...(database !== undefined && { database }) }
  const knownBytes = Object.values(knownKinds).reduce((sum, bytes) => sum + bytes, 0)
  const used = estimate?.usage === undefined ? undefined : Math.max(estimate.usage, knownBytes)
  const other = (used ?? knownBytes) - knownBytes
  return {
    ...(used !== undefined && { used }),
    ...(estimate?.quota !== undefined && { quota: estimate.quota }),
    kinds: { ...knownKinds, ...(other > 0 && { other }) },
  }
}

/** Measures the caches of this site by kind, in bytes. Caches of app files contain the texts too. */
const measureCaches = async (caches: CacheStorage, locale: LocaleCode) => {
  const cachedBytes = { modules: 0, media: 0, words: 0, app: 0 }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const requests = await cache.keys()
    const textsOfOtherLocales = requests.filter(({ url }) => isTextOfOtherLocale(url, locale))
    const appFiles = requests.filter(({ url }) => !isTextOfOtherLocale(url, locale))
    if (name.startsWith(moduleCachePrefix)) cachedBytes.modules += await measureSize(cache, requests)
    else if (isMediaCache(name)) cachedBytes.media += await measureSize(cache, requests)
    else {
      cachedBytes.words += await measureSize(cache, textsOfOtherLocales)
      cachedBytes.app += await measureSize(cache, appFiles)
    }
  }
  return cachedBytes
}

/** Measures the storage of this device by kind. */
export const measureStorage = async (
  { storage, caches }: StorageUsageDeps,
  locale: LocaleCode,
): Promise<StorageUsage> => {
  if (!caches) return { kinds: {} }
  const cachedBytes = await measureCaches(caches, locale)
  const estimate = await estimateStorage(storage)
  const uploads = await storage
    ?.getDirectory()
    .then(measureFolder)
    .catch(() => undefined)
  return addEstimate({ ...cachedBytes, ...(uploads !== undefined && { uploads }) }, estimate)
}

const deleteTextsOfOtherLocales = async (cache: Cache, locale: LocaleCode): Promise<void> => {
  for (const request of await cache.keys()) {
    if (isTextOfOtherLocale(request.url, locale)) await cache.delete(request)
  }
}

/** Removes files that can be fetched again, except the texts of the current locale. */
export const freeStorage = async (
  caches: CacheStorage | undefined,
  kind: 'media' | 'words',
  locale: LocaleCode,
): Promise<void> => {
  if (!caches) return
  for (const name of await caches.keys()) {
    const isMedia = isMediaCache(name)
    if (kind === 'media' && isMedia) await caches.delete(name)
    if (kind === 'words' && !isMedia) await deleteTextsOfOtherLocales(await caches.open(name), locale)
  }
}
