import { locales, type LocaleCode } from '../config/locales.ts'
import { dateFormat } from './date-format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const isSameDay = (a: number, b: number): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString()

/**
 * The options of Intl for a time of day in a locale: an hour of two digits in a 24-hour clock, otherwise
 * without padding.
 */
export const getTimeOptions = (locale: LocaleCode) => {
  const { hourCycle } = locales[locale]
  const hourFormat = dateFormat(locale, { hour: 'numeric', ...(hourCycle && { hourCycle }) })
  const cycle = hourFormat.resolvedOptions().hourCycle ?? 'h23'
  return { hour: cycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle: cycle } as const
}

/** Formats times and spans for a locale. Times are in ms since epoch. */
export const createTimeFormat = (locale: LocaleCode) => {
  const time = () => dateFormat(locale, getTimeOptions(locale))
  const dayAndTime = () => dateFormat(locale, { day: 'numeric', month: 'short', ...getTimeOptions(locale) })
  const dateAndTime = () => {
    // Intl takes no parts such as `hour` together with a style, but it takes the hour cycle.
    const { hourCycle } = getTimeOptions(locale)
    return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle })
  }
  const relative = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-Math.floor(count), unit)
  // Adding zero turns minus zero into zero.
  const span = (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(count) + 0)
  return {
    /** The time of day, with the day if it differs from the day of `now`. */
    time: (at: number, now: number): string => (isSameDay(at, now) ? time() : dayAndTime()).format(at),
    dateAndTime: (at: number): string => dateAndTime().format(at),
    /** A span in its largest unit of which there are two or more, so that its number can be read. */
    span: (ms: number): string => {
      const length = Math.abs(ms)
      if (length < 2 * minute) return span(ms / 1000, 'second')
      if (length < 2 * hour) return span(ms / minute, 'minute')
      return length < 2 * day ? span(ms / hour, 'hour') : span(ms / day, 'day')
    },
    ago: (ms: number): string => {
      if (ms < hour) return relative(ms / minute, 'minute')
      if (ms < day) return relative(ms / hour, 'hour')
      return relative(ms / day, 'day')
    },
  }
}

export type TimeFormat = ReturnType<typeof createTimeFormat>
