import type { LocaleCode } from '../config/locales.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Times and spans in the language of the page; times are in ms since epoch. */
export type TimeWords = {
  time: (at: number) => string
  moment: (at: number) => string
  ago: (ms: number) => string
}

/** Times of day and spans of time as a locale writes them. */
export const timeWordsOf = (locale: LocaleCode): TimeWords => {
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  return {
    time: (at) => time.format(at),
    moment: (at) => moment.format(at),
    ago: (ms) => {
      if (ms < hour) return relative.format(-Math.floor(ms / minute), 'minute')
      if (ms < day) return relative.format(-Math.floor(ms / hour), 'hour')
      return relative.format(-Math.floor(ms / day), 'day')
    },
  }
}
