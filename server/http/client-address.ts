import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Http } from './app-env.ts'

/**
 * An IP address as proxies write it, with the port of the connection: `203.0.113.9:4711`, `[2001:db8::1]:443`
 * or `[2001:db8::1]`.
 */
const addressWithPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/**
 * Returns the sender for rate limits: an IPv4 address itself, or the /64 network of an IPv6 address, which
 * belongs to one internet connection. Every other text becomes `unknown`, so that long invented texts do not
 * fill the memory.
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
 * Reads a header where each of our proxies appends an entry. Returns the entry of the outermost one, which
 * saw the sender itself. Everything before it may be invented by the sender. If there are fewer entries than
 * proxies, even the first one comes from a proxy of ours.
 */
const readProxyEntry = (http: Http, header: string, proxyCount: number): string | undefined => {
  if (proxyCount === 0) return undefined
  const entries = (http.req.header(header) ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-proxyCount) ?? entries[0]
}

/** Returns the sender of a request for rate limits: an IPv4 address or an IPv6 network. */
export const getClientAddress = (http: Http, proxyCount: number): string => {
  const forwarded = readProxyEntry(http, 'X-Forwarded-For', proxyCount)
  // An empty entry counts as missing. A test without a socket has no address.
  return toNetwork(forwarded || (http.env.incoming?.socket.remoteAddress ?? ''))
}

/** Whether a request reached the outermost of our proxies over TLS. */
export const isForwardedHttps = (http: Http, proxyCount: number): boolean =>
  readProxyEntry(http, 'X-Forwarded-Proto', proxyCount) === 'https'
