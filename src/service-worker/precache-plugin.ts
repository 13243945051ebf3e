import type { WorkboxPlugin } from 'workbox-core'
import { createDeferred } from '../lib/async/deferred.ts'
import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import { isOptional } from './build-files.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'

type WarmDeps = {
  isCached: (url: string) => Promise<boolean>
  fetchWhole: FetchWhole
}

/**
 * Runs at the installation: fetches files into the browser's own HTTP cache, some at a time. Workbox requests
 * one file after the other and then finds them there. Otherwise each of a hundred files would cost a round
 * trip on a slow line, and the first visit would have to last a minute before the app works offline. Returns
 * a promise for each URL, which resolves to whether the file arrived. Wait for it before requesting the URL,
 * because a concurrent request would fetch the file twice.
 */
export const warmCache = (
  { isCached, fetchWhole }: WarmDeps,
  files: readonly BuildFile[],
): ReadonlyMap<string, Promise<boolean>> => {
  const arrivals = new Map(files.map(({ url }) => [url, createDeferred<boolean>()]))
  const fetchOnce = async (file: BuildFile): Promise<boolean> => {
    if (await isCached(file.url)) return true
    const response = await fetchWhole(file)
    // Reads the response to its end, because a browser caches only complete responses.
    await response.arrayBuffer()
    return response.ok
  }
  void mapConcurrently(files, async (file) => {
    // The installation reports the failure when Workbox gets to this file.
    arrivals.get(file.url)?.resolve(await fetchOnce(file).catch(() => false))
  })
  return new Map([...arrivals].map(([url, { promise }]) => [url, promise]))
}

/** ms that optional files may take after everything essential is cached. */
const optionalTimeout = 5000

type PluginDeps = {
  /** Resolves to whether a prefetched file arrived; undefined if the file is not prefetched. */
  findPrefetch: (url: string) => Promise<boolean> | undefined
  wait: (ms: number) => Promise<void>
}

/**
 * Changes Workbox's precache in three ways: it takes files from the warmed cache, stores them without `Vary`,
 * and installs the build without optional files that did not arrive. `complete-precache.ts` fetches those
 * later.
 */
export const createPrecachePlugin = ({ findPrefetch, wait }: PluginDeps): WorkboxPlugin => {
  // All optional files share one time limit, which begins with the first of them.
  let timeLimit: Promise<boolean> | undefined
  const arrivesInTime = (url: string, arrival: Promise<boolean>): Promise<boolean> => {
    if (!isOptional(url)) return arrival
    timeLimit ??= wait(optionalTimeout).then(() => false)
    return Promise.race([arrival, timeLimit])
  }
  return {
    requestWillFetch: async ({ request }) => {
      const arrival = findPrefetch(request.url)
      if (!arrival) return request
      if (!(await arrivesInTime(request.url, arrival)) && isOptional(request.url))
        throw new TypeError(`${request.url} did not come`)
      // Workbox would bypass the warmed cache for a file with a revision. The integrity check still verifies
      // its content.
      return new Request(request, { cache: 'default' })
    },
    cacheWillUpdate: async ({ response }) => (response.status === 200 ? withoutVary(response) : null),
    handlerDidError: async ({ request, event }) =>
      event?.type === 'install' && isOptional(request.url) ? Response.error() : undefined,
  }
}
