import { and, asc, eq, ne } from 'drizzle-orm'
import { Zip, ZipDeflate } from 'fflate'
import { ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { programmeTotals } from '../../db/schema.ts'
import { csvPageSize, generateCsvText, type CsvFile } from '../../http/csv-response.ts'
import { createFileResponse } from '../../http/file-response.ts'
import type { Log } from '../../http/log.ts'
import { createAnswersFile } from '../surveys/export-answers.ts'
import { selectTotalsPage } from './totals-query.ts'

/** A file of an archive. `chunks` yields its content as it is generated. */
type ArchiveFile = { name: string; chunks: AsyncIterable<string> }

/** Zips files one after the other, in chunks. Only one chunk is in memory at a time. */
async function* zipFiles(files: Iterable<ArchiveFile>) {
  const encoder = new TextEncoder()
  const output: Uint8Array<ArrayBuffer>[] = []
  // Calls back synchronously, so that each `push` and `end` has added its output when it returns.
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    output.push(chunk)
  })
  for (const { name, chunks } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const chunk of chunks) {
      file.push(encoder.encode(chunk))
      yield* output.splice(0)
    }
    // `true` ends the file.
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* output
}

type Total = typeof programmeTotals.$inferSelect

const columns = ['measure', 'subject', 'question', 'choice', 'locale', 'country', 'month', 'amount'] as const

const createTotalsFile = (db: Database): CsvFile<Total> => ({
  columns,
  readPage: (lastRow) => selectTotalsPage(db, lastRow, csvPageSize),
  toLines: (total) => [columns.map((column) => String(total[column]))],
})

/** Selects the countries with active coaches. */
const selectActiveCountries = (db: Database) =>
  db
    .selectDistinct({ country: programmeTotals.country })
    .from(programmeTotals)
    .where(and(eq(programmeTotals.measure, 'active-by-month'), ne(programmeTotals.amount, 0)))
    .orderBy(asc(programmeTotals.country))

/**
 * Handles the call that exports everything that admins can read of the programme, as one archive: a file with
 * the totals, and a file with the answers for each country.
 */
export const createProgrammeExport = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const programmeExport: DirectHandler<'programmeExport'> = async (_query, http) => {
    const countries = await selectActiveCountries(db)
    const files = [
      { name: 'totals.csv', chunks: generateCsvText(createTotalsFile(db)) },
      ...countries.map(({ country }) => ({
        name: `answers-${country}.csv`,
        chunks: generateCsvText(createAnswersFile(db, country)),
      })),
    ]
    const name = `programme-${now().toISOString().slice(0, 10)}.zip`
    return ok(createFileResponse(http, { name, type: 'application/zip', chunks: zipFiles(files), log }))
  }
  return { programmeExport }
}
