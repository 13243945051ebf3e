import { splitLetters } from './visual-runs.ts'

type Options = {
  maxLines: number
  /** A word that is wider than this is broken between letters. In the unit of `measure`. */
  maxWidth: number
  /** Returns the width of a text. */
  measure: (text: string) => number
}

/** Fills lines with the parts in order. A part that would make a line wider than `width` begins the next. */
const fillLines = (parts: string[], width: number, measure: Options['measure']): string[] => {
  const lines: string[] = []
  for (const part of parts) {
    const extendedLine = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && measure(extendedLine.trim()) <= width) lines[lines.length - 1] = extendedLine
    else lines.push(part)
  }
  return lines.map((line) => line.trim())
}

/** Breaks a text into at most `maxLines` lines of similar width, at spaces and after hyphens. */
export const breakLine = (text: string, { maxLines, maxWidth, measure }: Options): string[] => {
  if (maxLines === 1) return [text]
  const words = text.split(/(?<=[ -])/u)
  const parts = words.flatMap((word) => (measure(word.trim()) > maxWidth ? splitLetters(word) : [word]))
  // Starts with the least possible width, and widens the lines by 2 % until there are few enough of them.
  for (let width = measure(text) / maxLines; ; width *= 1.02) {
    const lines = fillLines(parts, width, measure)
    if (lines.length <= maxLines) return lines
  }
}
