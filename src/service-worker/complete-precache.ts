import { getIntegrity } from '../config/catalogue-files.ts'
import type { LocaleCode } from '../config/locales.ts'
import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import { listLocaleFiles, listSignInScripts } from './build-files.ts'
import type { BuildFile, FetchBuildFile } from './fetch-build-file.ts'
import { localeAssetsCache } from './older-assets.ts'

type Deps = { caches: Pick<CacheStorage, 'open'>; fetchBuildFile: FetchBuildFile }
/** The name of Workbox's cache, and a function that returns the URL that it uses as a file's key. */
type Precache = { name: string; findCacheKey: (url: string) => string | undefined }

/**
 * Returns the function that caches the scripts and catalogues that a locale needs. A cached file is never
 * fetched again, because its URL contains a hash of its content. `files` are the files of the build.
 */
export const createCacheLocaleAssets =
  ({ caches, fetchBuildFile }: Deps, files: readonly BuildFile[]) =>
  async (locale: LocaleCode): Promise<void> => {
    const cache = await caches.open(localeAssetsCache)
    const catalogues = listLocaleFiles(locale).catalogues.map((url) => ({
      url,
      integrity: getIntegrity(url),
    }))
    const cacheFile = async (file: BuildFile) => {
      if (await cache.match(file.url)) return
      const response = await fetchBuildFile(file)
      if (!response.ok) throw new Error(`${file.url} could not be fetched: HTTP ${response.status}`)
      await cache.put(file.url, withoutVary(response))
    }
    await Promise.all([...listSignInScripts(locale, files), ...catalogues].map(cacheFile))
  }

/**
 * Returns the function that fetches the files that are missing in the precache, Workbox's cache for the files
 * of this build. The user, or a browser that is short of space, may clear the caches but keep the service
 * worker. Workbox fills the precache only at the installation, so without this function, the app would not
 * open offline again until the next build.
 */
export const createCompletePrecache = (
  { caches, precache: { name, findCacheKey }, fetchBuildFile }: Deps & { precache: Precache },
  files: readonly BuildFile[],
): (() => Promise<void>) =>
  coalesceCalls(async () => {
    const cache = await caches.open(name)
    const cachedUrls = new Set((await cache.keys()).map(({ url }) => url))
    const cacheFile = async (file: BuildFile) => {
      const key = findCacheKey(file.url) ?? file.url
      if (cachedUrls.has(key)) return
      const response = await fetchBuildFile(file)
      // The copy also loses the flag `redirected`: browsers reject a redirected response for a navigation.
      if (response.ok) await cache.put(key, withoutVary(response))
    }
    // If a file cannot be fetched now, the next call tries again.
    await mapConcurrently(files, (file) => cacheFile(file).catch(() => undefined))
  })
