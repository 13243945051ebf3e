import { isIPv6 } from 'node:net'

/** IPv4 as a socket for both versions shows it. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The groups of a part of an IPv6 address; the IPv4 that may end it stands for two. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))

/** Whom an address counts as: an IPv4 address for itself, an IPv6 address for its /64, which one customer has whole. */
export const networkOf = (address: string): string => {
  const ipv4 = mapped.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const gap = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const network = [...first, ...gap, ...last].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
