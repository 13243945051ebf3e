/** A spreadsheet runs a cell that begins like this as a formula; an apostrophe in front makes it text again. */
const formula = /^\s*[=+\-@\t\r]/

const cell = (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** One line of CSV (RFC 4180), every cell quoted, nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
