import type { Http } from './app-env.ts'
import { createFileResponse } from './file-response.ts'
import type { Log } from './log.ts'

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** Rows per page. Memory use does not grow with the number of rows. */
export const csvPageSize = 500

/**
 * Matches a sign that begins a formula, with the last character of a word before it and the blanks between
 * them. Some spreadsheet may treat any other character before the sign as the end of a cell: Excel in Brazil
 * or Argentina splits at semicolons, and the user of an import chooses the separator. Blanks are matched only
 * directly after a word. Otherwise an answer with 4,000 blanks would take quadratic time. Some East Asian
 * versions of Excel also accept the full-width signs.
 */
const formulaSign = /(?:([\p{L}\p{N}])( *))?([=+\-@＝＋－＠])(?=(.?))/gu

/**
 * Adds an apostrophe before the sign, which makes a spreadsheet treat the cell as text. After a word and
 * blanks, the sign gets an apostrophe only if no blank follows it, as in `x =1`.
 */
const addApostrophe = (
  match: string,
  wordEnd: string | undefined,
  blanks: string,
  sign: string,
  nextCharacter: string,
): string => {
  if (wordEnd === undefined) return `'${sign}`
  const isBlankNext = nextCharacter === '' || nextCharacter === ' '
  return blanks === '' || isBlankNext ? match : `${wordEnd}${blanks}'${sign}`
}

/**
 * Makes a spreadsheet show a text instead of running it as a formula (CSV injection). A formula may also begin
 * after a tab or a carriage return.
 */
const disarmFormulas = (text: string): string =>
  text.replaceAll(formulaSign, addApostrophe).replace(/^(?=[\t\r])/, "'")

/** A number needs no apostrophe, even if it begins with a minus. */
type Cell = string | number

const quoteCell = (value: Cell): string => {
  const text = typeof value === 'number' ? String(value) : disarmFormulas(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** Formats one line of CSV (RFC 4180). Quotes every cell, and disarms what a spreadsheet would run. */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(quoteCell).join(',')}\r\n`

export type CsvFile<Row> = {
  columns: readonly string[]
  /** Reads at most `csvPageSize` rows after `lastRow`, or the first rows. */
  readPage: (lastRow: Row | undefined) => PromiseLike<Row[]>
  /** The lines of a row, as lists of cells. */
  toLines: (row: Row) => readonly (readonly Cell[])[]
}

/** Generates the text of a file, page by page. Reads a page when the consumer asks for it. */
export async function* generateCsvText<Row>({ columns, readPage, toLines }: CsvFile<Row>) {
  yield byteOrderMark + formatCsvLine(columns)
  let page: Row[] = []
  do {
    page = await readPage(page.at(-1))
    if (page.length > 0) yield page.flatMap(toLines).map(formatCsvLine).join('')
  } while (page.length === csvPageSize)
}

async function* encodeChunks(chunks: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const chunk of chunks) yield encoder.encode(chunk)
}

/** Responds with a CSV file that is read a page at a time. */
export const createCsvResponse = <Row>(
  http: Http,
  { name, log, ...file }: CsvFile<Row> & { name: string; log: Log },
): Response =>
  createFileResponse(http, {
    name,
    log,
    type: 'text/csv; charset=utf-8',
    chunks: encodeChunks(generateCsvText(file)),
  })
