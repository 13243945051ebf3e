import type { WorkboxPlugin } from 'workbox-core'
import { withoutVary } from '../lib/http/without-vary.ts'
import { isOptional } from './build-files.ts'

/** ms that optional files may take after everything essential is cached. */
const optionalTimeout = 5000

type Deps = {
  /** Resolves to whether a prefetched file arrived; undefined if the file is not prefetched. */
  warming: (url: string) => Promise<boolean> | undefined
  wait: (ms: number) => Promise<void>
}

/**
 * Changes Workbox's precache in three ways: it takes files from the warmed cache, stores them without `Vary`,
 * and installs the build without optional files that did not arrive. `complete-precache.ts` fetches those
 * later.
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
      // Workbox would bypass the warmed cache for a file with a revision. The integrity check still verifies
      // its content.
      return new Request(request, { cache: 'default' })
    },
    cacheWillUpdate: async ({ response }) => (response.status === 200 ? withoutVary(response) : null),
    handlerDidError: async ({ request, event }) =>
      event?.type === 'install' && isOptional(request.url) ? Response.error() : undefined,
  }
}
