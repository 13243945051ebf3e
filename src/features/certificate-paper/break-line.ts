import { splitLetters } from './visual-runs.ts'

type Options = {
  /** The most lines. */
  count: number
  /** A word that is wider than this is broken between letters. */
  maxWidth: number
  measure: (text: string) => number
}

/** Adds parts to a line until it would be wider than `width`, then to the next one. */
const fillLines = (parts: string[], width: number, measure: Options['measure']): string[] => {
  const lines: string[] = []
  for (const part of parts) {
    const longer = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && measure(longer.trim()) <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((line) => line.trim())
}

/** Breaks a text into lines of similar width, at spaces and after hyphens. */
export const breakLine = (text: string, { count, maxWidth, measure }: Options): string[] => {
  if (count === 1) return [text]
  const words = text.split(/(?<=[ -])/u)
  const parts = words.flatMap((word) => (measure(word.trim()) > maxWidth ? splitLetters(word) : [word]))
  // The narrowest lines that hold the text, to a fiftieth.
  for (let width = measure(text) / count; ; width *= 1.02) {
    const lines = fillLines(parts, width, measure)
    if (lines.length <= count) return lines
  }
}
