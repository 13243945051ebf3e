/**
 * The first 32 bits of a device's id in two groups, for reading aloud: `3F2A-91BC`. Admins find the device by
 * this code among the devices that have reported.
 */
export const supportCode = (device: string): string =>
  `${device.slice(0, 4)}-${device.slice(4, 8)}`.toUpperCase()

const codePattern = /^([\da-f]{4})[-. ]?([\da-f]{4})$/i

/** The first and last device id that a written support code can stand for; undefined for other texts. */
export const devicesOfCode = (text: string): [first: string, last: string] | undefined => {
  const groups = codePattern.exec(text.trim())
  if (!groups) return undefined
  const prefix = `${groups[1]}${groups[2]}`.toLowerCase()
  return [`${prefix}-0000-0000-0000-000000000000`, `${prefix}-ffff-ffff-ffff-ffffffffffff`]
}
