/** A distance from UTC as it ends a time in ISO 8601: `-03:00`, and `Z` for none. */
const offsetPattern = /(?:[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** The distance from UTC that a time in ISO 8601 states. */
export const offsetOf = (time: string): string => {
  const offset = offsetPattern.exec(time)?.[0]
  return offset === undefined || offset === '+00:00' ? 'Z' : offset
}

/** minutes */
const minutesOf = (offset: string): number => {
  if (offset === 'Z') return 0
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** A moment, in ms since epoch, in ISO 8601 as clocks at a distance from UTC show it. */
export const withOffset = (at: number, offset: string): string =>
  new Date(at + minutesOf(offset) * 60_000).toISOString().replace('Z', offset)

/** A moment, in ms since epoch, in ISO 8601 as clocks in a time zone show it; in UTC where the zone is not known. */
export const zonedTime = (at: number, zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      at,
    )
    return withOffset(at, offsetOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''))
  } catch {
    return new Date(at).toISOString()
  }
}

/** The calendar year that clocks showed at a time in ISO 8601. */
export const yearAt = (time: string): number => clockAt(time).shown.getUTCFullYear()

/** What clocks showed at a time in ISO 8601, as a date in UTC, and their distance from it as people write it: `UTC−3`. */
export const clockAt = (time: string): { shown: Date; zone: string } => {
  const offset = offsetOf(time)
  const minutes = minutesOf(offset)
  const zone = offset
    .replace('-', '−')
    .replace(/0?(\d+):/, '$1:')
    .replace(':00', '')
  return {
    shown: new Date(Date.parse(time) + minutes * 60_000),
    zone: minutes === 0 ? 'UTC' : `UTC${zone}`,
  }
}
