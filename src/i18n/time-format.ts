import { locales, type LocaleCode } from '../config/locales.ts'
import { dayMs } from '../lib/time/day-ms.ts'
import { getDateFormat, getRelativeTimeFormat } from './date-format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export const isSameDay = (a: number, b: number): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString()

/**
 * Returns the options of `Intl` for a time of day in a locale. Only the hours of a 24-hour clock are padded.
 */
export const getTimeOptions = (locale: LocaleCode) => {
  const { hourCycle } = locales[locale]
  const hourFormat = getDateFormat(locale, { hour: 'numeric', ...(hourCycle && { hourCycle }) })
  const cycle = hourFormat.resolvedOptions().hourCycle ?? 'h23'
  return { hour: cycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle: cycle } as const
}

/** Formats times (in ms since the epoch) and durations (in ms) for a locale. */
export const createTimeFormat = (locale: LocaleCode) => {
  const getTimeFormat = () => getDateFormat(locale, getTimeOptions(locale))
  const getDayAndTimeFormat = () =>
    getDateFormat(locale, { day: 'numeric', month: 'short', ...getTimeOptions(locale) })
  const getDateAndTimeFormat = () => {
    // `Intl` does not allow parts such as `hour` together with a style, but it allows the hour cycle.
    const { hourCycle } = getTimeOptions(locale)
    return getDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle })
  }
  /** Formats a time in the past, such as "5 min ago". */
  const formatAgo = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    getRelativeTimeFormat(locale, { style: 'short' }).format(-Math.floor(count), unit)
  const formatNow = () => getRelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  // Rounding may give -0, which `Intl` formats with a sign. Adding zero turns it into 0.
  const formatSpan = (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(count) + 0)
  return {
    /** Formats the time of day, with the day if it is not the day of `now`. */
    time: (at: number, now: number): string => {
      const format = isSameDay(at, now) ? getTimeFormat() : getDayAndTimeFormat()
      return format.format(at)
    },
    dateAndTime: (at: number): string => getDateAndTimeFormat().format(at),
    /**
     * Formats a duration in the largest unit that gives at least 2, or in seconds: "90 seconds", "2 minutes".
     */
    span: (ms: number): string => {
      const lengthMs = Math.abs(ms)
      if (lengthMs < 2 * minuteMs) return formatSpan(ms / 1000, 'second')
      if (lengthMs < 2 * hourMs) return formatSpan(ms / minuteMs, 'minute')
      if (lengthMs < 2 * dayMs) return formatSpan(ms / hourMs, 'hour')
      return formatSpan(ms / dayMs, 'day')
    },
    /**
     * Formats how long ago something was, in ms: "now", "5 min ago". It was "now" if the clock that gave its time
     * is ahead (a negative number).
     */
    ago: (ms: number): string => {
      if (ms < minuteMs) return formatNow()
      if (ms < hourMs) return formatAgo(ms / minuteMs, 'minute')
      if (ms < dayMs) return formatAgo(ms / hourMs, 'hour')
      return formatAgo(ms / dayMs, 'day')
    },
  }
}

export type TimeFormat = ReturnType<typeof createTimeFormat>
