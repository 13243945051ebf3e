import type { WorkboxPlugin } from 'workbox-core'
import { createDeferred } from '../lib/async/deferred.ts'
import { mapConcurrently } from '../lib/async/map-concurrently.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import { isOptionalFile } from './build-files.ts'
import type { BuildFile, FetchBuildFile } from './fetch-build-file.ts'

type WarmDeps = {
  isCached: (url: string) => Promise<boolean>
  fetchBuildFile: FetchBuildFile
}

/**
 * Fetches files into the browser's HTTP cache during the installation, a few at a time. Workbox, which
 * requests one file after the other, then finds them there. Without this, a hundred files would cost a
 * hundred round trips in sequence. On a slow connection, the app would work offline only after a minute.
 * Returns a promise for each URL, which resolves to true if the file arrived. Wait for it before you request
 * the URL, because a concurrent request would fetch the file twice.
 */
export const warmCache = (
  { isCached, fetchBuildFile }: WarmDeps,
  files: readonly BuildFile[],
): ReadonlyMap<string, Promise<boolean>> => {
  const arrivals = new Map(files.map(({ url }) => [url, createDeferred<boolean>()]))
  const fetchOnce = async (file: BuildFile): Promise<boolean> => {
    if (await isCached(file.url)) return true
    const response = await fetchBuildFile(file)
    // Reads the response to its end, because a browser caches only complete responses.
    await response.arrayBuffer()
    return response.ok
  }
  void mapConcurrently(files, async (file) => {
    // If this fails, Workbox requests the file itself and reports the failure.
    arrivals.get(file.url)?.resolve(await fetchOnce(file).catch(() => false))
  })
  return new Map([...arrivals].map(([url, { promise }]) => [url, promise]))
}

/** How long all optional files together may take. Workbox requests them after the essential files. */
const optionalTimeoutMs = 5000

type PluginDeps = {
  /**
   * Resolves to true if a prefetched file arrived, otherwise false, or undefined if the file is not
   * prefetched.
   */
  findPrefetch: (url: string) => Promise<boolean> | undefined
  wait: (ms: number) => Promise<void>
}

/**
 * Creates the plugin that changes Workbox's precache in three ways: files come from the warmed HTTP cache,
 * they are stored without `Vary`, and the build is installed even if optional files did not arrive in time
 * (`complete-precache.ts` fetches them later).
 */
export const createPrecachePlugin = ({ findPrefetch, wait }: PluginDeps): WorkboxPlugin => {
  /** Resolves to false after the time limit that all optional files share. Created for the first of them. */
  let timeLimit: Promise<false> | undefined
  const hasArrivedInTime = (url: string, arrival: Promise<boolean>): Promise<boolean> => {
    if (!isOptionalFile(url)) return arrival
    timeLimit ??= wait(optionalTimeoutMs).then(() => false as const)
    return Promise.race([arrival, timeLimit])
  }
  return {
    requestWillFetch: async ({ request }) => {
      const arrival = findPrefetch(request.url)
      if (!arrival) return request
      const hasArrived = await hasArrivedInTime(request.url, arrival)
      if (!hasArrived && isOptionalFile(request.url))
        throw new TypeError(`${request.url} did not arrive in time`)
      // For a file with a revision, Workbox would bypass the HTTP cache. The integrity check still verifies
      // the content.
      return new Request(request, { cache: 'default' })
    },
    cacheWillUpdate: async ({ response }) => (response.status === 200 ? withoutVary(response) : null),
    // With a response in place of the error, Workbox continues the installation without an optional file.
    handlerDidError: async ({ request, event }) =>
      event?.type === 'install' && isOptionalFile(request.url) ? Response.error() : undefined,
  }
}
