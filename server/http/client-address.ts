import type { Http } from './app-env.ts'
import { networkOf } from './network-of.ts'

/**
 * What the outermost of our proxies wrote into a header that each of them adds an entry to. What stands before that entry can be
 * invented by the sender; where there are fewer entries than proxies, the first one is from a proxy of ours too.
 */
const writtenByProxy = (http: Http, header: string, proxies: number): string | undefined => {
  const entries = (http.req.header(header) ?? '').split(',').map((entry) => entry.trim())
  return proxies === 0 ? undefined : (entries.at(-proxies) ?? entries[0])
}

/** Where a request comes from, as it counts (see networkOf), behind so many proxies of ours. */
export const clientAddress = (http: Http, proxies: number): string => {
  const forwarded = writtenByProxy(http, 'X-Forwarded-For', proxies)
  return networkOf(forwarded || (http.env.incoming?.socket.remoteAddress ?? ''))
}

/** Whether a request reached the outermost of our proxies by TLS. */
export const isForwardedHttps = (http: Http, proxies: number): boolean =>
  writtenByProxy(http, 'X-Forwarded-Proto', proxies) === 'https'
