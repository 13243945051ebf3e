import type { LocaleCode } from '../../config/locales.ts'

/** Runs of numbers as a list in a locale's way: `2, 5–7 and 1,200`. */
export const runText = (runs: readonly (readonly [number, number])[], locale: LocaleCode): string => {
  const number = new Intl.NumberFormat(locale)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    runs.map(([from, to]) => (from === to ? number.format(from) : number.formatRange(from, to))),
  )
}
