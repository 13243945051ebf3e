import type { Database } from '../../db/database.ts'
import { selectTextsPage } from '../../resources/programme/programme.ts'
import {
  selectAnswers,
  selectMonths,
  selectTotals,
  selectTotalsPage,
} from '../../resources/programme/totals-query.ts'

/**
 * Every query of the Programme page and its files, by purpose, so that tests can look at each query plan. In
 * the sample data, NZ has the fewest coaches.
 */
export const createProgrammeQueries = (db: Database, season: string) => {
  const module = 'training-1'
  const texts = { module, question: 'q3', season, size: 51 }
  const total = { measure: 'chosen', subject: module, question: 'q1', choice: 'a', locale: 'en-GB' }
  // A cursor: the time of the last text of the page before, in ms since the epoch, and its sequence number.
  const middle = `${Date.parse(`${season}-02-01`)}.1000000`
  return {
    'totals of a season': selectTotals(db, { season }),
    'totals of a season in a country': selectTotals(db, { season, country: 'US' }),
    'totals of a season in a locale': selectTotals(db, { season, locale: 'es-US' }),
    'totals of a season and a series': selectTotals(db, { season, series: 'training' }),
    'the months that have totals': selectMonths(db),
    'answers to a module': selectAnswers(db, { season, module }),
    'answers to a module in a country': selectAnswers(db, { season, module, country: 'NZ' }),
    'texts, first page': selectTextsPage(db, texts),
    'texts, a page in the middle': selectTextsPage(db, { ...texts, after: middle }),
    'texts of the smallest country': selectTextsPage(db, { ...texts, country: 'NZ' }),
    'texts of a locale': selectTextsPage(db, { ...texts, locale: 'es-US' }),
    'texts of a country that has none': selectTextsPage(db, { ...texts, country: 'JP' }),
    'export of totals, a page of 500': selectTotalsPage(
      db,
      { ...total, country: 'GB', month: `${season}-03`, amount: 0 },
      500,
    ),
  }
}
