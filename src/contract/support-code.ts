/**
 * The first 32 bits of a device's id in two groups, for reading aloud: `3F2A-91BC`. Admins find the device by
 * this code among the devices that have reported.
 */
export const supportCode = (device: string): string =>
  `${device.slice(0, 4)}-${device.slice(4, 8)}`.toUpperCase()

const code = /^([\da-f]{4})[-. ]?([\da-f]{4})$/i

/** The first and last device id that a written support code can stand for; undefined for other texts. */
export const devicesOfCode = (text: string): [first: string, last: string] | undefined => {
  const groups = code.exec(text.trim())
  if (!groups) return undefined
  const start = `${groups[1]}${groups[2]}`.toLowerCase()
  return [`${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`]
}
