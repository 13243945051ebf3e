import type { LocaleCode } from '../../config/locales.ts'
import type { Words } from '../../i18n/words.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as people write it in a locale: `12,3 MB`. */
export const sizeWords = (bytes: number, locale: LocaleCode): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power)
}

/** A wait as a person feels it: seconds only when they can be counted. */
export const timeLeftWords = (seconds: number, t: Words): string => {
  if (seconds < 60) return t('files.secondsLeft', { count: Math.max(1, Math.ceil(seconds / 5) * 5) })
  if (seconds < 5400) return t('files.minutesLeft', { count: Math.round(seconds / 60) })
  return t('files.hoursLeft', { count: Math.round(seconds / 3600) })
}
