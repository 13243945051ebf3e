import { createDeferred } from '../lib/deferred.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'

type Deps = {
  isCached: (url: string) => Promise<boolean>
  fetchWhole: FetchWhole
}

/** Files on their way at the same time: a browser opens six connections to a server, and the page needs some of them. */
const parallel = 4

/**
 * At the installation: brings files into the browser's own HTTP cache, some at a time. Workbox requests one after the
 * other and then finds them there; on a slow line each of a hundred would cost a round trip, and the first visit would
 * have to last a minute to work without a connection. Returns for each address what to wait for, who requested it at the
 * same time would fetch it twice; it resolves to whether the file came.
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
    // To its end: a browser caches what is whole. Workbox reports what fails.
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
