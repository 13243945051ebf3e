import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalEntry } from './entries.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'

let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-'))
  path = join(directory, 'journal.ndjson')
  rewriteJournal(path, [])
})

afterEach(() => rmSync(directory, { recursive: true }))

const deletion = (key: string): JournalEntry => ({ type: 'object-deleted', bucket: 'bucket', key })

test('keeps all entries that are appended at once, in order', async () => {
  const journal = openJournal(path)
  const entries = Array.from({ length: 500 }, (_, at) => deletion(`public/${at}/ü\n😀`))
  await Promise.all(entries.map((entry) => journal.append(entry)))
  await journal.close()
  expect(readJournal(path)).toEqual(entries)
})

test('an entry is on disk when its append has resolved', async () => {
  const journal = openJournal(path)
  await journal.append(deletion('public/a'))
  expect(readJournal(path)).toEqual([deletion('public/a')])
  await journal.close()
})

test('ignores a line that a crash truncated', async () => {
  const journal = openJournal(path)
  await journal.append(deletion('public/a'))
  await journal.close()
  appendFileSync(path, JSON.stringify(deletion('public/b')).slice(0, -5))
  expect(readJournal(path)).toEqual([deletion('public/a')])
})

test('reports a damaged line instead of ignoring it', () => {
  appendFileSync(path, `${JSON.stringify(deletion('public/a'))}\n{"type":"something else"}\n`)
  expect(() => readJournal(path)).toThrow('journal.ndjson:2')
})

test('continues a reopened journal after its last entry', async () => {
  for (const key of ['public/a', 'public/b']) {
    const journal = openJournal(path)
    await journal.append(deletion(key))
    await journal.close()
  }
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
  expect(readJournal(path)).toEqual([deletion('public/a'), deletion('public/b')])
})
