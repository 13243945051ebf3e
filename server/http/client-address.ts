import type { Http } from './app-env.ts'
import { networkOf } from './network-of.ts'

/**
 * The value that the outermost of our proxies wrote into a header to which each proxy appends an entry. The
 * sender can invent everything before that entry. If there are fewer entries than proxies, the first one also
 * comes from one of our proxies.
 */
const writtenByProxy = (http: Http, header: string, proxies: number): string | undefined => {
  const entries = (http.req.header(header) ?? '').split(',').map((entry) => entry.trim())
  return proxies === 0 ? undefined : (entries.at(-proxies) ?? entries[0])
}

/** The sender of a request for rate limits (see `networkOf`), behind the given number of our proxies. */
export const clientAddress = (http: Http, proxies: number): string => {
  const forwarded = writtenByProxy(http, 'X-Forwarded-For', proxies)
  return networkOf(forwarded || (http.env.incoming?.socket.remoteAddress ?? ''))
}

/** Whether a request reached the outermost of our proxies over TLS. */
export const isForwardedHttps = (http: Http, proxies: number): boolean =>
  writtenByProxy(http, 'X-Forwarded-Proto', proxies) === 'https'
