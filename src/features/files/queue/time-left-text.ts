import type { Translate } from '../../../i18n/translate.ts'

/** A wait as a person feels it: seconds only when they can be counted. */
export const timeLeftText = (seconds: number, t: Translate): string => {
  if (seconds < 60) return t('files.secondsLeft', { count: Math.max(1, Math.ceil(seconds / 5) * 5) })
  if (seconds < 5400) return t('files.minutesLeft', { count: Math.round(seconds / 60) })
  return t('files.hoursLeft', { count: Math.round(seconds / 3600) })
}
