import type { Measure, ProgrammeTotal } from '../../../contract/product-api/admin/programme-api.ts'
import { figures, type FigureName } from './programme-filters.ts'

/** A row of a table. */
export type Row = { key: string; amount: number }

/** Adds up the totals of one measure. */
const sumAmounts = (totals: readonly ProgrammeTotal[], measure: Measure): number =>
  totals.reduce((sum, total) => (total.measure === measure ? sum + total.amount : sum), 0)

/** Returns the number of a figure for the whole season. */
export const getSeasonTotal = (totals: readonly ProgrammeTotal[], figure: FigureName): number => {
  const definition = figures[figure]
  return sumAmounts(totals, 'seasonMeasure' in definition ? definition.seasonMeasure : definition.measure)
}

/** Breaks a figure down by country, locale or series (a course), largest first. Amounts of 0 are left out. */
export const breakdownBy = (
  totals: readonly ProgrammeTotal[],
  figure: FigureName,
  by: 'country' | 'locale' | 'series',
): Row[] => {
  // `series` is null in totals that do not belong to a course, and `?? []` leaves them out.
  const keys = new Set(totals.flatMap((total) => total[by] ?? []))
  return [...keys]
    .map((key) => ({
      key,
      amount: getSeasonTotal(
        totals.filter((total) => total[by] === key),
        figure,
      ),
    }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount || (a.key < b.key ? -1 : 1))
}

/** Breaks a figure down by the months of a season, including empty months. */
export const breakdownByMonth = (
  totals: readonly ProgrammeTotal[],
  figure: FigureName,
  season: number,
): Row[] =>
  Array.from({ length: 12 }, (_, index) => {
    const key = `${season}-${String(index + 1).padStart(2, '0')}`
    return {
      key,
      amount: sumAmounts(
        totals.filter(({ month }) => month === key),
        figures[figure].measure,
      ),
    }
  })
