/** Matches a numeric UTC offset at the end, such as `-03:00`. */
const offsetPattern = /[+-](?:0\d|1[0-4]):[0-5]\d$/

/**
 * Parses the UTC offset at the end of an ISO 8601 time, or of a name such as `GMT-03:00`; `Z` if there is
 * none.
 */
export const parseOffset = (time: string): string => {
  const offset = offsetPattern.exec(time)?.[0]
  return offset === undefined || offset === '+00:00' ? 'Z' : offset
}

/** Converts an offset to the minutes that are added to UTC; negative in the west. */
const parseMinutes = (offset: string): number => {
  if (offset === 'Z') return 0
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Formats ms since the epoch as ISO 8601 with a UTC offset. */
export const formatWithOffset = (epochMs: number, offset: string): string =>
  new Date(epochMs + parseMinutes(offset) * 60_000).toISOString().replace('Z', offset)

/**
 * Formats ms since the epoch as ISO 8601, with the offset that a time zone has at that time. Uses UTC for an
 * unknown time zone.
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
 * Converts an ISO 8601 time to its local date and time. They are in the UTC fields of `local`, so read them
 * with the UTC getters. `zone` is the offset as people write it: `UTC−3`.
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

/** Returns the calendar year of an ISO 8601 time, by its own offset. */
export const getYear = (time: string): number => toWallClock(time).local.getUTCFullYear()
