import type { LocaleCode } from '../config/locales.ts'
import { dateFormat } from './date-format.ts'
import { isSameDay, getTimeOptions } from './time-format.ts'
import type { Translate } from './translate.ts'

/**
 * Times for the middle of a sentence, with the articles that Portuguese and Spanish put before them: "desde
 * las 13:05", "hasta la 1:05 p.m.", "desde el 20 nov a las 12:00". Times are in ms since epoch.
 */
export const createTimePhrases = (locale: LocaleCode, t: Translate) => {
  /** `hour` is the number as it is written, because one o'clock is singular. */
  const formatTime = (at: number) => {
    const clock = dateFormat(locale, getTimeOptions(locale))
    const hour = clock.formatToParts(at).find(({ type }) => type === 'hour')
    return { time: clock.format(at), hour: Number(hour?.value) }
  }
  return {
    /** The time of day, with the day if it differs from that of `now`, after a word such as "since". */
    time: (at: number, now: number): string =>
      isSameDay(at, now)
        ? t('clock.today', formatTime(at))
        : t('clock.otherDay', {
            ...formatTime(at),
            day: dateFormat(locale, { day: 'numeric', month: 'short' }).format(at),
          }),
    /** The time of day, after the event at that time. */
    at: (at: number): string => t('clock.at', formatTime(at)),
    /** Day, month, year and time of day. */
    full: (at: number): string =>
      t('clock.full', { ...formatTime(at), day: dateFormat(locale, { dateStyle: 'long' }).format(at) }),
  }
}
