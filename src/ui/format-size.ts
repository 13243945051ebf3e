import type { LocaleCode } from '../config/locales.ts'

/** Units by power of 1000. */
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const formats = new Map<string, Intl.NumberFormat>()

/** Returns a cached format. Creating one is much slower than using it, and a scrolling list needs many. */
const getFormat = (locale: LocaleCode, power: number): Intl.NumberFormat => {
  const cacheKey = `${locale} ${power}`
  const format =
    formats.get(cacheKey) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[power] ?? 'byte',
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: power > 1 ? 1 : 0,
    })
  formats.set(cacheKey, format)
  return format
}

/** Formats a number of bytes for a locale, for example `12,3 MB`. */
export const formatSize = (bytes: number, locale: LocaleCode): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return getFormat(locale, power).format(bytes / 1000 ** power)
}
