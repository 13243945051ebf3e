import type { LocaleCode } from '../config/locales.ts'
import { toWallClock } from '../lib/time/zoned-time.ts'
import { dateFormat } from './date-format.ts'

/** The local day of a time in ISO 8601, with its UTC offset: "26 November 2026 (UTC−3)". */
export const localDay = (locale: LocaleCode, time: string): string => {
  const { local, zone } = toWallClock(time)
  return `${dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(local)} (${zone})`
}
