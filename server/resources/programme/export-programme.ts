import { and, asc, eq, ne } from 'drizzle-orm'
import { ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { programmeTotals } from '../../db/schema.ts'
import { csvPageSize, csvText, type CsvFile } from '../../http/csv-response.ts'
import { fileResponse } from '../../http/file-response.ts'
import type { Log } from '../../http/log.ts'
import { zipBytes } from '../../http/zip-bytes.ts'
import { answersFile } from '../surveys/export-answers.ts'
import { totalsPage } from './totals-query.ts'

type Total = typeof programmeTotals.$inferSelect
const columns = ['measure', 'subject', 'question', 'choice', 'locale', 'country', 'month', 'amount'] as const

const totalsFile = (db: Database): CsvFile<Total> => ({
  columns,
  readPage: (after) => totalsPage(db, after, csvPageSize),
  linesOf: (total) => [columns.map((column) => String(total[column]))],
})

/** The countries with active coaches. */
const countriesOf = (db: Database) =>
  db
    .selectDistinct({ country: programmeTotals.country })
    .from(programmeTotals)
    .where(and(eq(programmeTotals.measure, 'active-by-month'), ne(programmeTotals.amount, 0)))
    .orderBy(asc(programmeTotals.country))

/** Exports everything that admins can read of the programme as one archive. */
export const createProgrammeExport = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const programmeExport: DirectHandler<'programmeExport'> = async (_query, http) => {
    const countries = await countriesOf(db)
    const files = [
      { name: 'totals.csv', texts: csvText(totalsFile(db)) },
      ...countries.map(({ country }) => ({
        name: `answers-${country}.csv`,
        texts: csvText(answersFile(db, country)),
      })),
    ]
    const name = `programme-${now().toISOString().slice(0, 10)}.zip`
    return ok(fileResponse(http, { name, type: 'application/zip', chunks: zipBytes(files), log }))
  }
  return { programmeExport }
}
