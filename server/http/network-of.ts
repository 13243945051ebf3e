import { isIPv4, isIPv6 } from 'node:net'

/** `203.0.113.9:4711`, `[2001:db8::1]:443` and `[2001:db8::1]`: an address as proxies write it, with the port of the connection. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** A group of an IPv6 address as numbers; the IPv4 that may end it stands for two. */
const numbersOf = (group: string): number[] => {
  const [a = 0, b = 0, c = 0, d] = group.split('.').map(Number)
  return d === undefined ? [Number.parseInt(group, 16)] : [a * 256 + b, c * 256 + d]
}

const groupsOf = (part: string): number[] => (part === '' ? [] : part.split(':').flatMap(numbersOf))

/** The eight groups of an IPv6 address. */
const expand = (address: string): number[] => {
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/** IPv4 as a socket for both versions shows it, `::ffff:203.0.113.9`. */
const mappedIn = (groups: readonly number[]): string | undefined => {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255])
  return isMapped ? bytes.join('.') : undefined
}

/**
 * Whom an address counts as: an IPv4 address for itself, an IPv6 address for its /64, which one customer has whole. Whatever is no address counts as one sender, whose name is short however long the text was.
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
