import type { LocaleCode } from '../../../config/locales.ts'

/** Formats ranges of numbers, given as first and last number: `2, 5–7 and 1,200`. */
export const formatRanges = (ranges: readonly (readonly [number, number])[], locale: LocaleCode): string => {
  const number = new Intl.NumberFormat(locale)
  const texts = ranges.map(([start, end]) =>
    start === end ? number.format(start) : `${number.format(start)}–${number.format(end)}`,
  )
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)
}
