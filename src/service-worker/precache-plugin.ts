import type { WorkboxPlugin } from 'workbox-core'
import { withoutVary } from '../lib/without-vary.ts'
import { isOptional } from './build-files.ts'

/** ms for the optional files that are still on their way when everything essential is cached */
const optionalTimeout = 5000

type Deps = {
  /** Whether a file that is fetched ahead came; undefined where it is not fetched ahead. */
  warming: (url: string) => Promise<boolean> | undefined
  wait: (ms: number) => Promise<void>
}

/**
 * What Workbox's precache does otherwise: it takes files from the cache that was warmed, stores them without `Vary`, and installs the
 * build without the optional files that did not come; `complete-precache.ts` fetches them later.
 */
export const createPrecachePlugin = ({ warming, wait }: Deps): WorkboxPlugin => {
  let late: Promise<boolean> | undefined
  const hasCome = (url: string, coming: Promise<boolean>): Promise<boolean> => {
    if (!isOptional(url)) return coming
    late ??= wait(optionalTimeout).then(() => false)
    return Promise.race([coming, late])
  }
  return {
    requestWillFetch: async ({ request }) => {
      const coming = warming(request.url)
      if (!coming) return request
      if (!(await hasCome(request.url, coming)) && isOptional(request.url))
        throw new TypeError(`${request.url} did not come`)
      // What has a revision would be fetched past the cache that was just warmed; its content is checked all the same.
      return new Request(request, { cache: 'default' })
    },
    cacheWillUpdate: async ({ response }) => (response.status === 200 ? withoutVary(response) : null),
    handlerDidError: async ({ request, event }) =>
      event?.type === 'install' && isOptional(request.url) ? Response.error() : undefined,
  }
}
