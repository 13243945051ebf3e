import type { Http } from './app-env.ts'
import type { Log } from './log.ts'

/** Excel takes a file for UTF-8 only when it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** Rows read at a time: the memory stays the same however many there are. */
export const csvPageSize = 500

/**
 * A sign that formulas begin with, and the word before it: whatever else is before it may be what a spreadsheet takes for the
 * end of a cell. Excel in Brazil or Argentina takes a semicolon, and whoever imports a file chooses. Blanks are looked at
 * once, behind a word: an answer may be 4,000 of them. Some Excels of East Asia take the full-width signs as well.
 */
const formula = /(?:([\p{L}\p{N}])( *))?([=+\-@＝＋－＠])(?=(.?))/gu

/** An apostrophe in front makes text of it again. After a word and a blank a sign is one where no blank follows: `x =1`. */
const disarm = (
  all: string,
  word: string | undefined,
  blanks: string,
  sign: string,
  next: string,
): string => {
  if (word === undefined) return `'${sign}`
  return blanks === '' || next === '' || next === ' ' ? all : `${word}${blanks}'${sign}`
}

const harmless = (text: string): string => text.replaceAll(formula, disarm).replace(/^(?=[\t\r])/, "'")

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
