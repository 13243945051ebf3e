import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { oneAtATime } from '../lib/async/one-at-a-time.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'

type Deps = {
  caches: Pick<CacheStorage, 'open'>
  /** The name of Workbox's cache, and the address under which it caches each file. */
  precache: { name: string; keyOf: (url: string) => string | undefined }
  fetchWhole: FetchWhole
}

/**
 * Fetches the files that the precache of this build lacks. A person, or a browser that is short of space, can
 * clear the caches but leave the service worker: Workbox fills them only at the installation, so the app
 * would never open offline again. A file that cannot be fetched now is tried again the next time.
 */
export const createCompletePrecache = (
  { caches, precache: { name, keyOf }, fetchWhole }: Deps,
  files: readonly BuildFile[],
): (() => Promise<void>) =>
  oneAtATime(async () => {
    const cache = await caches.open(name)
    const present = new Set((await cache.keys()).map(({ url }) => url))
    const bring = async (file: BuildFile) => {
      const key = keyOf(file.url) ?? file.url
      if (present.has(key)) return
      const response = await fetchWhole(file)
      // The copy also has no redirect flag: a redirected response is not accepted for a navigation.
      if (response.ok) await cache.put(key, withoutVary(response))
    }
    await mapConcurrently(files, (file) => bring(file).catch(() => undefined))
  })
