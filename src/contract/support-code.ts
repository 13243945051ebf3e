/**
 * Formats the first 32 bits of a device id in two groups for reading aloud: `3F2A-91BC`. Admins use the code
 * to find a device that has sent a report.
 */
export const formatSupportCode = (deviceId: string): string =>
  `${deviceId.slice(0, 4)}-${deviceId.slice(4, 8)}`.toUpperCase()

const codePattern = /^([\da-f]{4})[-. ]?([\da-f]{4})$/i

/** Returns the first and the last device id that have a support code, or undefined for any other text. */
export const parseSupportCode = (text: string): [first: string, last: string] | undefined => {
  const groups = codePattern.exec(text.trim())
  if (!groups) return undefined
  const prefix = `${groups[1]}${groups[2]}`.toLowerCase()
  return [`${prefix}-0000-0000-0000-000000000000`, `${prefix}-ffff-ffff-ffff-ffffffffffff`]
}
