import { globSync, readFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { readCatalogue, getLanguage } from '../locales/read-catalogue.ts'
import { localeCodes } from '../src/config/locales.ts'
import { compileCatalogue, flattenMessages } from '../vite-plugins/compile-catalogue.ts'

/** A row of a glossary: its subject, the words to use, and the words to avoid. */
type Term = { what: string; say: string; not: string[] }

const splitCells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Parses the table of a glossary. Its first two lines are the header. */
const parseGlossary = (markdown: string): Term[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [what = '', say = '', not = ''] = splitCells(line)
      return { what, say, not: not.split(',').flatMap((word) => word.trim() || []) }
    })

const readTerms = (folder: string): Term[] => {
  const path = join(import.meta.dirname, '../locales', folder, 'glossary.md')
  return existsSync(path) ? parseGlossary(readFileSync(path, 'utf8')) : []
}

/**
 * The glossary of a locale: the rows of its language, and its own rows, which replace those rows by subject.
 */
const readGlossary = (locale: string): Term[] => {
  const own = readTerms(locale)
  const replaced = new Set(own.map(({ what }) => what))
  return [...readTerms(getLanguage(locale)).filter(({ what }) => !replaced.has(what)), ...own]
}

/** Texts that specification §8 prescribes word for word. */
const fixed = new Set([
  'User Session Expired. Please logout & login again.',
  'Account is locked, Please reset your password',
])

type Choices = { [choice: string]: CompiledMessage | number | undefined }

/** The readable parts of a message: its texts and the texts of its choices, without the syntax. */
const toReadableText = (message: CompiledMessage): string =>
  message
    .map((token) => {
      if (typeof token === 'string') return token
      const choices: unknown = token[2]
      if (typeof choices !== 'object' || choices === null) return '…'
      return Object.values(choices as Choices)
        .map((choice) => (Array.isArray(choice) ? toReadableText(choice) : ''))
        .join(' / ')
    })
    .join('')

const readCaptions = (locale: string): [string, string][] =>
  globSync(`public/videos/*.${locale}.vtt`).map((path) => [
    path,
    readFileSync(path, 'utf8').replaceAll('\n', ' '),
  ])

/** Every text of a locale with its location. */
const readTexts = (locale: string): [place: string, text: string][] => [
  ...Object.entries(compileCatalogue(readCatalogue(locale, 'messages'))).map(
    ([id, message]): [string, string] => [id, toReadableText(message)],
  ),
  ...(['courses', 'pages'] as const).flatMap((file) =>
    Object.entries(flattenMessages(readCatalogue(locale, file))),
  ),
  ...globSync('locales/en/modules/*.json').flatMap((path) =>
    Object.entries(flattenMessages(readCatalogue(locale, `modules/${basename(path, '.json')}`))).map(
      ([id, text]): [string, string] => [`${basename(path)} ${id}`, text],
    ),
  ),
  ...readCaptions(locale),
]

const escapePattern = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds words in a text that match as whole words. */
const createFinder = (words: readonly string[]) => {
  const patterns = words.map((word): [string, RegExp] => [
    word,
    new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(word)}(?![\p{L}\p{N}])`, 'iu'),
  ])
  return (text: string): string[] =>
    fixed.has(text) ? [] : patterns.flatMap(([word, pattern]) => (pattern.test(text) ? word : []))
}

test('finds a whole word anywhere, but not within a longer one', () => {
  const find = createFinder(['login', 'sem conexão'])
  expect(find('Faça o Login.')).toEqual(['login'])
  expect(find('Você está sem conexão')).toEqual(['sem conexão'])
  expect(find('Loginho sem conexões')).toEqual([])
})

test('reads a glossary from the table of its file', () => {
  const rows = parseGlossary(
    '# Words\n\n| a | b | c | d |\n| - | - | - | - |\n| x | y | z, w | |\n| u | v | | |',
  )
  expect(rows).toEqual([
    { what: 'x', say: 'y', not: ['z', 'w'] },
    { what: 'u', say: 'v', not: [] },
  ])
})

/**
 * Quotation marks that a locale must not use. Straight marks are code. ’ is the apostrophe of every language,
 * so it is always correct.
 */
const marks: Record<string, RegExp> = {
  'en-GB': /["'“”]/,
  'en-AU': /["'“”]/,
  'en-NZ': /["'“”]/,
  'en-US': /["'‘]/,
  'pt-BR': /["'‘]/,
  'es-AR': /["'‘]/,
  'es-MX': /["'‘]/,
  'es-US': /["'‘]/,
}

describe.each(localeCodes)('%s', (locale) => {
  const texts = readTexts(locale)

  test('has no word that its glossary forbids', () => {
    const words = readGlossary(locale).flatMap(({ not }) => not)
    expect(words.length).toBeGreaterThan(20)
    const find = createFinder(words)
    // The addresses of links are no words.
    const read = texts.filter(([place]) => !place.endsWith('.to'))
    expect(read.flatMap(([place, text]) => find(text).map((word) => `${place}: ${word}`))).toEqual([])
  })

  test('uses the quotation marks and the apostrophe of the locale', () => {
    expect(texts.filter(([, text]) => marks[locale]?.test(text)).map(([place]) => place)).toEqual([])
  })

  test('names the levels of files in the terms as on the screen', () => {
    const all = new Map(texts)
    const levels = ['private', 'protected', 'public'].map((level) => all.get(`files.tab.${level}`) ?? '')
    const terms = texts.flatMap(([place, text]) => (place.startsWith('terms.') ? text : [])).join(' ')
    const isNamed = (level: string) => terms.includes(`“${level}”`) || terms.includes(`‘${level}’`)
    expect(levels.filter((level) => !isNamed(level))).toEqual([])
  })

  test('keeps a number on the same line as its label', () => {
    expect(texts.filter(([, text]) => /(?:no\.|n\.º|nº) \{/.test(text)).map(([place]) => place)).toEqual([])
  })
})
