import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../locales/read-catalogue.ts'

/** A row of a glossary: its subject, the words to use, and the words to avoid. */
export type Term = { what: string; say: string; not: string[] }

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Parses the table of a glossary. Its first two lines are the header. */
export const parseGlossary = (markdown: string): Term[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [what = '', say = '', not = ''] = cellsOf(line)
      return { what, say, not: not.split(',').flatMap((word) => word.trim() || []) }
    })

const readTerms = (folder: string): Term[] => {
  const path = join(import.meta.dirname, '../locales', folder, 'glossary.md')
  return existsSync(path) ? parseGlossary(readFileSync(path, 'utf8')) : []
}

/**
 * The glossary of a locale: the rows of its language, and its own rows, which replace those rows by subject.
 */
export const readGlossary = (locale: string): Term[] => {
  const own = readTerms(locale)
  const replaced = new Set(own.map(({ what }) => what))
  return [...readTerms(languageOf(locale)).filter(({ what }) => !replaced.has(what)), ...own]
}
