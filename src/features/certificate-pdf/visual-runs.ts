import bidiFactory from 'bidi-js'

/** A part of a line that is written in one direction; `text` is in reading order. */
export type VisualRun = { text: string; isRightToLeft: boolean }

/** Splits a line into runs, ordered from left to right, by the Unicode Bidirectional Algorithm. */
export const splitVisualRuns = (line: string): VisualRun[] => {
  const bidi = bidiFactory()
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line)
  const order = bidi.getReorderedIndices(line, { levels, paragraphs })
  const runs: { start: number; end: number; level: number }[] = []
  for (const index of order) {
    const level = levels[index] ?? 0
    const run = runs.at(-1)
    // From left to right on the page, the indexes of a right-to-left run decrease. Its level is odd.
    const isNeighbour = run && (level % 2 === 1 ? index === run.start - 1 : index === run.end)
    if (run?.level === level && isNeighbour) {
      run.start = Math.min(run.start, index)
      run.end = Math.max(run.end, index + 1)
    } else runs.push({ start: index, end: index + 1, level })
  }
  return runs.map(({ start, end, level }) => ({
    text: line.slice(start, end),
    isRightToLeft: level % 2 === 1,
  }))
}

/** Whether a line runs from right to left. Its first character with a strong direction decides. */
export const isRightToLeft = (line: string): boolean =>
  bidiFactory().getEmbeddingLevels(line).paragraphs[0]?.level === 1

/** Splits a text into letters, each with its marks. */
export const splitLetters = (text: string): string[] =>
  Array.from(text.matchAll(/\P{M}\p{M}*|\p{M}+/gu), ([letter]) => letter)

/** Groups neighbouring letters of a text for which `getKey` returns the same key, in order. */
export const groupLetters = <T>(text: string, getKey: (letter: string) => T): { text: string; key: T }[] => {
  const groups: { text: string; key: T }[] = []
  for (const letter of splitLetters(text)) {
    const key = getKey(letter)
    const group = groups.at(-1)
    if (group && group.key === key) group.text += letter
    else groups.push({ text: letter, key })
  }
  return groups
}
