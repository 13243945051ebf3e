import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { oneAtATime } from '../lib/async/one-at-a-time.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'
import { integrityOf } from '../config/catalogue-files.ts'
import type { LocaleCode } from '../config/locales.ts'
import { localeFiles, localeScripts } from './build-files.ts'
import { localeAssets } from './older-assets.ts'

type Deps = { caches: Pick<CacheStorage, 'open'>; fetchWhole: FetchWhole }
/** The name of Workbox's cache, and the address under which it caches each file. */
type Precache = { name: string; keyOf: (url: string) => string | undefined }

/**
 * Caches the scripts and catalogues that a locale needs. A cached file is never fetched again, because its
 * address contains a hash of its content. `files` are the files of the build.
 */
export const createCacheLocaleAssets =
  ({ caches, fetchWhole }: Deps, files: readonly BuildFile[]) =>
  async (locale: LocaleCode): Promise<void> => {
    const cache = await caches.open(localeAssets)
    const catalogues = localeFiles(locale).catalogues.map((url) => ({ url, integrity: integrityOf(url) }))
    const cacheFile = async (file: BuildFile) => {
      if (await cache.match(file.url)) return
      const response = await fetchWhole(file)
      if (!response.ok) throw new Error(`${file.url} is not there: ${response.status}`)
      await cache.put(file.url, withoutVary(response))
    }
    await Promise.all([...localeScripts(locale, files), ...catalogues].map(cacheFile))
  }

/**
 * Fetches the files that the precache of this build lacks. A person, or a browser that is short of space, can
 * clear the caches but leave the service worker: Workbox fills them only at the installation, so the app
 * would never open offline again. A file that cannot be fetched now is tried again the next time.
 */
export const createCompletePrecache = (
  { caches, precache: { name, keyOf }, fetchWhole }: Deps & { precache: Precache },
  files: readonly BuildFile[],
): (() => Promise<void>) =>
  oneAtATime(async () => {
    const cache = await caches.open(name)
    const present = new Set((await cache.keys()).map(({ url }) => url))
    const cacheFile = async (file: BuildFile) => {
      const key = keyOf(file.url) ?? file.url
      if (present.has(key)) return
      const response = await fetchWhole(file)
      // The copy also has no redirect flag: a redirected response is not accepted for a navigation.
      if (response.ok) await cache.put(key, withoutVary(response))
    }
    await mapConcurrently(files, (file) => cacheFile(file).catch(() => undefined))
  })
