import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Phrases of an English that its readers have to decipher. */
const unwanted =
  /\b(?:for ever|any more(?! than)|says of|whoever|(?:is|are) told(?! apart)|lets nobody|what lies|none the wiser|the like|of its own accord|at all events)\b/i

const folders = 'src,server,sandbox,node,scripts,vite-plugins,films,deploy,e2e,integration,checks'
const code = globSync(`{${folders}}/**/*.{ts,tsx,css}`, { exclude: ['**/node_modules/**'] })
// The map repeats the titles of tests.
const documents = globSync('{*.md,docs/**/*.md}', { exclude: ['docs/specification-map.md'] })

const isComment = (line: string): boolean => /^\s*(?:\/\/|\/\*|\*)/.test(line)

/** The lines of prose in a file that contain an unwanted phrase. */
const findUnwanted = (path: string, isProse: (line: string) => boolean): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) => (isProse(line) && unwanted.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []))

test.each([
  '// It waits for ever.',
  ' * Whoever holds the lock sends.',
  '/** What the server says of it. */',
])('finds the unwanted phrase in “%s”', (comment) => {
  expect(isComment(comment) && unwanted.test(comment)).toBe(true)
})

test('comments are in plain English', () => {
  expect(code.length).toBeGreaterThan(1000)
  expect(code.flatMap((path) => findUnwanted(path, isComment))).toEqual([])
})

test('documents are in plain English', () => {
  expect(documents.length).toBeGreaterThan(80)
  expect(documents.flatMap((path) => findUnwanted(path, () => true))).toEqual([])
})
