import { mapConcurrently } from '../lib/map-concurrently.ts'
import { oneAtATime } from '../lib/one-at-a-time.ts'
import { withoutVary } from '../lib/without-vary.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'

type Deps = {
  caches: Pick<CacheStorage, 'open'>
  /** Under which name, and each file under which address, Workbox caches the build. */
  precache: { name: string; keyOf: (url: string) => string | undefined }
  fetchWhole: FetchWhole
}

/**
 * Fetches again what the precache of this build lacks. A person, or a browser that is short of space, can clear the caches
 * and leave the service worker: Workbox fills them at the installation only, and the app would never open offline again.
 * What cannot be fetched now is missing until the next time.
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
      // Its copy says nothing of a redirect either, after which a page would be no response to a navigation.
      if (response.ok) await cache.put(key, withoutVary(response))
    }
    await mapConcurrently(files, (file) => bring(file).catch(() => undefined))
  })
