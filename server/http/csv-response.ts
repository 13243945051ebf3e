import type { Http } from './app-env.ts'
import type { Log } from './log.ts'

/** Excel takes a file for UTF-8 only when it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** Rows read at a time: the memory stays the same however many there are. */
export const csvPageSize = 500

/**
 * Where a spreadsheet would begin a formula: at the beginning of a cell, and also behind what its own country separates
 * cells and lines by. Excel in Brazil or Argentina takes a semicolon for that, and then our quotes for letters.
 */
const formula = /(^|[;\t\r\n])(\s*)(?=[=+\-@])|^(?=[\t\r])/g

/** An apostrophe in front makes it text again. */
const harmless = (text: string): string => text.replaceAll(formula, "$1'$2")

const cell = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`

/** One line of CSV (RFC 4180), every cell quoted, nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

type Export<Row> = {
  name: string
  columns: readonly string[]
  /** At most `csvPageSize` rows, those that follow the given one. */
  readPage: (after: Row | undefined) => PromiseLike<Row[]>
  /** The lines of a row, cell by cell. */
  linesOf: (row: Row) => readonly (readonly string[])[]
  log: Log
}

async function* csvText<Row>({ columns, readPage, linesOf, log }: Export<Row>, requestId: string) {
  yield byteOrderMark + csvLine(columns)
  let page: Row[] = []
  try {
    do {
      page = await readPage(page.at(-1))
      if (page.length > 0) yield page.flatMap(linesOf).map(csvLine).join('')
    } while (page.length === csvPageSize)
  } catch (error) {
    log.error('export broke off', error, { requestId })
    throw error
  }
}

/**
 * A file of CSV, read a page at a time and sent as fast as the client takes it. One that breaks off ends as a broken
 * response, not as a short file; one that nobody waits for any more is not read to its end.
 */
export const csvResponse = <Row>(http: Http, file: Export<Row>): Response => {
  const text = ReadableStream.from(csvText(file, http.get('requestId')))
  http.header('Content-Type', 'text/csv; charset=utf-8')
  http.header('Content-Disposition', `attachment; filename="${file.name}"`)
  return http.body(text.pipeThrough(new TextEncoderStream()))
}
