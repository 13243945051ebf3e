import type { LocaleCode } from '../config/locales.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Times and spans in the language of the page; times are in ms since epoch. */
export type TimeFormat = {
  /** The time of day, with the day where that is not the day of `now`. */
  time: (at: number, now: number) => string
  moment: (at: number) => string
  ago: (ms: number) => string
}

const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** Times of day and spans of time as a locale writes them. */
export const createTimeFormat = (locale: LocaleCode): TimeFormat => {
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const time = new Intl.DateTimeFormat(locale, clock)
  const dayAndTime = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  return {
    time: (at, now) => (isSameDay(at, now) ? time : dayAndTime).format(at),
    moment: (at) => moment.format(at),
    ago: (ms) => {
      if (ms < hour) return relative.format(-Math.floor(ms / minute), 'minute')
      if (ms < day) return relative.format(-Math.floor(ms / hour), 'hour')
      return relative.format(-Math.floor(ms / day), 'day')
    },
  }
}
