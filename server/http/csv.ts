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
