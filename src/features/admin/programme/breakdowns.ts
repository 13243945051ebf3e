import type { Measure, ProgrammeTotal } from '../../../contract/product-api/programme-api.ts'
import { figures, type FigureName } from './programme-filters.ts'

/** A bar of a chart, and a row of the table beside it. */
export type Row = { key: string; amount: number }

/** The total of a measure. */
const sumOf = (totals: readonly ProgrammeTotal[], measure: Measure): number =>
  totals.reduce((sum, total) => (total.measure === measure ? sum + total.amount : sum), 0)

/** The single number of a figure for the season. */
export const figureOf = (totals: readonly ProgrammeTotal[], name: FigureName): number => {
  const figure = figures[name]
  return sumOf(totals, 'bySeason' in figure ? figure.bySeason : figure.measure)
}

/** A figure by country, locale or series, largest first. */
export const breakdownBy = (
  totals: readonly ProgrammeTotal[],
  name: FigureName,
  by: 'country' | 'locale' | 'series',
): Row[] => {
  const keys = new Set(totals.flatMap((total) => total[by] ?? []))
  return [...keys]
    .map((key) => ({
      key,
      amount: figureOf(
        totals.filter((total) => total[by] === key),
        name,
      ),
    }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount || (a.key < b.key ? -1 : 1))
}

/** A figure in each month of a season, including empty months. */
export const breakdownByMonth = (
  totals: readonly ProgrammeTotal[],
  name: FigureName,
  season: number,
): Row[] =>
  Array.from({ length: 12 }, (_, at) => {
    const key = `${season}-${String(at + 1).padStart(2, '0')}`
    return {
      key,
      amount: sumOf(
        totals.filter(({ month }) => month === key),
        figures[name].measure,
      ),
    }
  })
