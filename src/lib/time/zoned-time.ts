/** Matches a numeric UTC offset at the end, such as `-03:00`. */
const offsetPattern = /[+-](?:0\d|1[0-4]):[0-5]\d$/

/**
 * The UTC offset at the end of a time in ISO 8601, or of a name such as `GMT-03:00`. Without one it is `Z`.
 */
export const parseOffset = (time: string): string => {
  const offset = offsetPattern.exec(time)?.[0]
  return offset === undefined || offset === '+00:00' ? 'Z' : offset
}

/** The minutes to add to UTC; negative in the west. */
const parseMinutes = (offset: string): number => {
  if (offset === 'Z') return 0
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Formats ms since epoch as ISO 8601 with a UTC offset. */
export const formatWithOffset = (epochMs: number, offset: string): string =>
  new Date(epochMs + parseMinutes(offset) * 60_000).toISOString().replace('Z', offset)

/**
 * Formats ms since epoch as ISO 8601, with the offset that a time zone has then. An unknown time zone counts
 * as UTC.
 */
export const formatInTimeZone = (epochMs: number, timeZone: string): string => {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    const parts = format.formatToParts(epochMs)
    return formatWithOffset(
      epochMs,
      parseOffset(parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''),
    )
  } catch {
    return new Date(epochMs).toISOString()
  }
}

/**
 * The local date and time of a time in ISO 8601. The UTC fields of `local` hold it, so read them with the UTC
 * getters. `zone` is the offset as people write it: `UTC−3`.
 */
export const toWallClock = (time: string): { local: Date; zone: string } => {
  const offset = parseOffset(time)
  const minutes = parseMinutes(offset)
  // `-03:00` becomes `−3`, and `+05:30` becomes `+5:30`.
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
export const getYear = (time: string): number => toWallClock(time).local.getUTCFullYear()
