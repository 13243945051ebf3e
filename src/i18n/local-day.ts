import type { LocaleCode } from '../config/locales.ts'
import { toWallClock } from '../lib/time/zoned-time.ts'
import { getDateFormat } from './date-format.ts'

/** Formats the local day of a time in ISO 8601, with its UTC offset: "26 November 2026 (UTC−3)". */
export const formatLocalDay = (locale: LocaleCode, time: string): string => {
  // `local` has the local date and time in its UTC fields, hence the time zone of the format.
  const { local, zone } = toWallClock(time)
  return `${getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(local)} (${zone})`
}

/** Formats a day in ISO 8601: "26 November 2026". */
export const formatDay = (locale: LocaleCode, day: string): string =>
  getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
