import { expect, test } from 'vitest'
import { shapeLines } from '../contract/testing/shape-lines.ts'
import { notCommitted } from '../lib/testing/not-committed.ts'
import { entrySchema, readEntry } from './entry/entry.ts'
import { journalRowSchema, readJournalRow } from './entry/journal.ts'
import { readReceipts, storedReceiptSchema } from './receipts/stored-receipt.ts'
import { rescueContentSchema } from './rescue/rescue-content.ts'
import { deliveredCopySchema, readCopy } from './store/delivered-copy.ts'
import { storedVersions } from './testing/stored-versions.ts'

const version = storedVersions.length

const help = `The outbox stores another shape than version ${version}.
Rows in that form lie on phones, so the change needs a version of its own:
1. Have the reader (readEntry, readJournalRow, readReceipts, readCopy, openRescueFile) read both forms.
2. Add a row to storedVersions in src/outbox/testing/stored-versions.ts: what changed, since when, and rows as they lie there.
3. Run this test once. It writes src/outbox/testing/stored.v${version + 1}.txt; commit that file, delete v${version}.`

const file = `./testing/stored.v${version}.txt`
const committed = Object.keys(import.meta.glob('./testing/stored.v*.txt'))

test('everything the outbox stores has the shape of this version', async () => {
  const lines = [
    ...shapeLines('entry', entrySchema, 'output'),
    ...shapeLines('journal', journalRowSchema, 'output'),
    ...shapeLines('receipt', storedReceiptSchema, 'output'),
    ...shapeLines('copy', deliveredCopySchema, 'output'),
    ...shapeLines('rescue', rescueContentSchema, 'output'),
  ]
  const words = committed.includes(file) ? help : notCommitted(`src/outbox/${file.slice(2)}`)
  await expect(`${lines.join('\n')}\n`, words).toMatchFileSnapshot(file)
})

test('only the shapes of this version are committed', () => {
  expect(committed.filter((path) => path !== file)).toEqual([])
})

test.each(storedVersions)(
  'reads rows of version $version completely',
  ({ entries, journal, receipts, copies }) => {
    for (const row of entries) expect(readEntry(structuredClone(row))).toEqual(row)
    for (const row of journal) expect(readJournalRow(structuredClone(row))).toEqual(row)
    for (const row of copies) expect(readCopy(structuredClone(row))).toEqual(row)
    expect(readReceipts(structuredClone(receipts), 'coach-a')).toEqual(receipts)
  },
)

test('versions count up from 1, each with a date and a reason', () => {
  expect(storedVersions.map((row) => row.version)).toEqual(storedVersions.map((_row, at) => at + 1))
  const dates = storedVersions.map(({ since }) => since)
  expect(dates).toEqual(dates.toSorted())
  expect(storedVersions.every(({ change }) => change.endsWith('.'))).toBe(true)
})
