import { isIPv4, isIPv6 } from 'node:net'
import type { Http } from './app-env.ts'

/**
 * An address as proxies write it, with the port of the connection: `203.0.113.9:4711`, `[2001:db8::1]:443` or
 * `[2001:db8::1]`.
 */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** A group of an IPv6 address as numbers. A trailing IPv4 address counts as two groups. */
const numbersOf = (group: string): number[] => {
  const [a = 0, b = 0, c = 0, d] = group.split('.').map(Number)
  return d === undefined ? [Number.parseInt(group, 16)] : [a * 256 + b, c * 256 + d]
}

const groupsOf = (part: string): number[] => (part === '' ? [] : part.split(':').flatMap(numbersOf))

const expand = (address: string): number[] => {
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/** The IPv4 address that a dual-stack socket shows as `::ffff:203.0.113.9`. */
const mappedIn = (groups: readonly number[]): string | undefined => {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255])
  return isMapped ? bytes.join('.') : undefined
}

/**
 * The sender that an address counts as. An IPv4 address counts as itself, an IPv6 address as its /64, which
 * belongs to one customer. All other texts count as one sender with a short name, however long the text.
 */
export const networkOf = (text: string): string => {
  const [, ipv6, ipv4] = withPort.exec(text) ?? []
  const address = ipv6 ?? ipv4 ?? text
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = expand(address)
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return mappedIn(groups) ?? `${network.join(':')}::/64`
}

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
