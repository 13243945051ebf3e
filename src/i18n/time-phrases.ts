import type { LocaleCode } from '../config/locales.ts'
import { clockOf, isSameDay } from './time-format.ts'
import type { Translate } from './translate.ts'

/**
 * Times for the middle of a sentence, with the articles that Portuguese and Spanish put before them: "desde las 13:05",
 * "hasta la 1:05 p.m.", "desde el 20 nov a las 12:00". Times are in ms since epoch.
 */
export const createTimePhrases = (locale: LocaleCode, t: Translate) => {
  const clock = new Intl.DateTimeFormat(locale, clockOf(locale))
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  /** The hour is the number as it is written: one o'clock is singular. */
  const timeOf = (at: number) => ({
    time: clock.format(at),
    hour: Number(clock.formatToParts(at).find(({ type }) => type === 'hour')?.value),
  })
  return {
    /** The time of day, with the day where that is not the day of `now`: after a word like "since" or "until". */
    time: (at: number, now: number): string =>
      isSameDay(at, now)
        ? t('clock.today', timeOf(at))
        : t('clock.otherDay', { ...timeOf(at), day: shortDay.format(at) }),
    /** Day, month, year and time of day. */
    full: (at: number): string => t('clock.full', { ...timeOf(at), day: longDay.format(at) }),
  }
}
