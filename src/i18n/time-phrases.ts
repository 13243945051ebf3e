import type { LocaleCode } from '../config/locales.ts'
import { getDateFormat } from './date-format.ts'
import { isSameDay, getTimeOptions } from './time-format.ts'
import type { Translate } from './translate.ts'

/**
 * Formats times (in ms since the epoch) for the middle of a sentence. In Portuguese and Spanish, an article
 * precedes them: "desde las 13:05", "hasta la 1:05 p.m.", "desde el 20 nov a las 12:00".
 */
export const createTimePhrases = (locale: LocaleCode, t: Translate) => {
  /** `hour` is the number as written. It selects the article, because one o'clock is singular. */
  const formatTime = (at: number) => {
    const clock = getDateFormat(locale, getTimeOptions(locale))
    const hour = clock.formatToParts(at).find(({ type }) => type === 'hour')
    return { time: clock.format(at), hour: Number(hour?.value) }
  }
  return {
    /** For use after a word such as "since": the time of day, with the day if it is not the day of `now`. */
    time: (at: number, now: number): string =>
      isSameDay(at, now)
        ? t('clock.today', formatTime(at))
        : t('clock.otherDay', {
            ...formatTime(at),
            day: getDateFormat(locale, { day: 'numeric', month: 'short' }).format(at),
          }),
    /** For use after an event: when it happened, as the time of day. */
    at: (at: number): string => t('clock.at', formatTime(at)),
    /** The full date and the time of day. */
    full: (at: number): string =>
      t('clock.full', { ...formatTime(at), day: getDateFormat(locale, { dateStyle: 'long' }).format(at) }),
  }
}
