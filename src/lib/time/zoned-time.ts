/** A UTC offset at the end of a time in ISO 8601, such as `-03:00`. `Z` is the offset 0. */
const offsetPattern = /(?:[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** The UTC offset of a time in ISO 8601. */
export const offsetOf = (time: string): string => {
  const offset = offsetPattern.exec(time)?.[0]
  return offset === undefined || offset === '+00:00' ? 'Z' : offset
}

/** In minutes. */
const minutesOf = (offset: string): number => {
  if (offset === 'Z') return 0
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** A moment, in ms since epoch, in ISO 8601 at a UTC offset. */
export const withOffset = (at: number, offset: string): string =>
  new Date(at + minutesOf(offset) * 60_000).toISOString().replace('Z', offset)

/** A moment, in ms since epoch, in ISO 8601 in a time zone; in UTC if the zone is unknown. */
export const zonedTime = (at: number, zone: string): string => {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const parts = format.formatToParts(at)
    return withOffset(at, offsetOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''))
  } catch {
    return new Date(at).toISOString()
  }
}

/** The local time of a time in ISO 8601, as a UTC date, and its offset as people write it: `UTC−3`. */
export const wallClockOf = (time: string): { local: Date; zone: string } => {
  const offset = offsetOf(time)
  const minutes = minutesOf(offset)
  const zone = offset
    .replace('-', '−')
    .replace(/0?(\d+):/, '$1:')
    .replace(':00', '')
  return {
    local: new Date(Date.parse(time) + minutes * 60_000),
    zone: minutes === 0 ? 'UTC' : `UTC${zone}`,
  }
}

/** The calendar year of a time in ISO 8601, by its own offset. */
export const yearOf = (time: string): number => wallClockOf(time).local.getUTCFullYear()
