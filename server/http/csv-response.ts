import type { Http } from './app-env.ts'
import { fileResponse } from './file-response.ts'
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

/** A number is one, also where its first sign is that of a formula. */
type Cell = string | number

const cell = (value: Cell): string =>
  `"${typeof value === 'number' ? value : harmless(value).replaceAll('"', '""')}"`

/** One line of CSV (RFC 4180), every cell quoted, nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/** A file of CSV, as its rows are read. */
export type CsvFile<Row> = {
  columns: readonly string[]
  /** At most `csvPageSize` rows, those that follow the given one. */
  readPage: (after: Row | undefined) => PromiseLike<Row[]>
  /** The lines of a row, cell by cell. */
  linesOf: (row: Row) => readonly (readonly Cell[])[]
}

/** The text of a file, page by page; each is read when it is asked for. */
export async function* csvText<Row>({ columns, readPage, linesOf }: CsvFile<Row>) {
  yield byteOrderMark + csvLine(columns)
  let page: Row[] = []
  do {
    page = await readPage(page.at(-1))
    if (page.length > 0) yield page.flatMap(linesOf).map(csvLine).join('')
  } while (page.length === csvPageSize)
}

async function* encoded(texts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** A file of CSV, read a page at a time. */
export const csvResponse = <Row>(
  http: Http,
  { name, log, ...file }: CsvFile<Row> & { name: string; log: Log },
): Response =>
  fileResponse(http, { name, log, type: 'text/csv; charset=utf-8', chunks: encoded(csvText(file)) })
