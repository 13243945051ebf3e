import { createDeferred } from '../lib/async/deferred.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'

type Deps = {
  isCached: (url: string) => Promise<boolean>
  fetchWhole: FetchWhole
}

/**
 * The number of concurrent fetches: a browser opens six connections to a server, and the page needs some of
 * them.
 */
const parallel = 4

/**
 * Runs at the installation: fetches files into the browser's own HTTP cache, some at a time. Workbox requests
 * one file after the other and then finds them there. Otherwise each of a hundred files would cost a round
 * trip on a slow line, and the first visit would have to last a minute before the app works offline. Returns
 * a promise for each address, which resolves to whether the file arrived. Wait for it before requesting the
 * address, because a concurrent request would fetch the file twice.
 */
export const warmCache = (
  { isCached, fetchWhole }: Deps,
  files: readonly BuildFile[],
): ReadonlyMap<string, Promise<boolean>> => {
  const left = files.values()
  const done = new Map(files.map(({ url }) => [url, createDeferred<boolean>()]))
  const bring = async (file: BuildFile): Promise<boolean> => {
    if (await isCached(file.url)) return true
    const response = await fetchWhole(file)
    // Reads the response to its end, because a browser caches only complete responses. Workbox reports
    // failures.
    await response.arrayBuffer()
    return response.ok
  }
  const fetchNext = async () => {
    for (const file of left) {
      done.get(file.url)?.resolve(await bring(file).catch(() => false))
    }
  }
  for (let line = 0; line < parallel; line += 1) void fetchNext()
  return new Map([...done].map(([url, { promise }]) => [url, promise]))
}
