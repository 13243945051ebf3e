import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Http } from './app-env.ts'

/**
 * An IP address as proxies write it, with the port of the connection: `203.0.113.9:4711`, `[2001:db8::1]:443`
 * or `[2001:db8::1]`.
 */
const addressWithPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/**
 * The sender that an IP address counts as. An IPv4 address counts as itself, an IPv6 address as its /64,
 * which belongs to one customer. All other texts count as one sender with a short name, however long the
 * text.
 */
export const toNetwork = (text: string): string => {
  const [, ipv6, ipv4] = addressWithPort.exec(text) ?? []
  const address = ipv6 ?? ipv4 ?? text
  // ipaddr.js also reads octal and hexadecimal numbers, which no proxy writes.
  if (!isIP(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The value that the outermost of our proxies wrote into a header to which each proxy appends an entry. The
 * sender can invent everything before that entry. If there are fewer entries than proxies, the first one also
 * comes from one of our proxies.
 */
const readProxyEntry = (http: Http, header: string, proxies: number): string | undefined => {
  const entries = (http.req.header(header) ?? '').split(',').map((entry) => entry.trim())
  return proxies === 0 ? undefined : (entries.at(-proxies) ?? entries[0])
}

/** The sender of a request for rate limits (see `toNetwork`), behind the given number of our proxies. */
export const clientAddress = (http: Http, proxies: number): string => {
  const forwarded = readProxyEntry(http, 'X-Forwarded-For', proxies)
  return toNetwork(forwarded || (http.env.incoming?.socket.remoteAddress ?? ''))
}

/** Whether a request reached the outermost of our proxies over TLS. */
export const isForwardedHttps = (http: Http, proxies: number): boolean =>
  readProxyEntry(http, 'X-Forwarded-Proto', proxies) === 'https'
