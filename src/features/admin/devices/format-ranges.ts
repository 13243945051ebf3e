import type { LocaleCode } from '../../../config/locales.ts'

/** Ranges of numbers, each with its first and last number, in a locale's format: `2, 5–7 and 1,200`. */
export const formatRanges = (ranges: readonly (readonly [number, number])[], locale: LocaleCode): string => {
  const number = new Intl.NumberFormat(locale)
  const texts = ranges.map(([start, end]) =>
    start === end ? number.format(start) : `${number.format(start)}–${number.format(end)}`,
  )
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)
}
