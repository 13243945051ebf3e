import bidiFactory from 'bidi-js'

/** A part of a line that is written in one direction; `text` is in reading order. */
export type VisualRun = { text: string; rightToLeft: boolean }

/** The runs of a line from left to right, by the Unicode Bidirectional Algorithm. */
export const visualRuns = (line: string): VisualRun[] => {
  const bidi = bidiFactory()
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line)
  const order = bidi.getReorderedIndices(line, { levels, paragraphs })
  const runs: { from: number; to: number; level: number }[] = []
  for (const at of order) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const joins = last?.level === level && (level % 2 === 1 ? at === last.from - 1 : at === last.to)
    if (last && joins) {
      last.from = Math.min(last.from, at)
      last.to = Math.max(last.to, at + 1)
    } else runs.push({ from: at, to: at + 1, level })
  }
  return runs.map(({ from, to, level }) => ({ text: line.slice(from, to), rightToLeft: level % 2 === 1 }))
}

/** Whether a line runs from right to left, which its first letter decides. */
export const isFromRight = (line: string): boolean =>
  bidiFactory().getEmbeddingLevels(line).paragraphs[0]?.level === 1

/** Groups neighbouring letters of a text, each with its marks, that have the same value of `of`, in order. */
export const groupsOf = <T>(text: string, of: (letter: string) => T): { text: string; belongs: T }[] => {
  const groups: { text: string; belongs: T }[] = []
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const belongs = of(letter)
    const last = groups.at(-1)
    if (last && last.belongs === belongs) last.text += letter
    else groups.push({ text: letter, belongs })
  }
  return groups
}
