import { expect, test } from 'vitest'
import type { Entry } from '../outbox/entry/entry.ts'
import { isOutboxSafe } from './watch-for-updates.ts'

const some = [{} as Entry]

test.each([
  ['all is on the disk', { storage: 'ready', isSending: false, entries: some }, true],
  ['something is on its way', { storage: 'ready', isSending: true, entries: some }, false],
  ['the disk is still being read', { storage: 'reading', isSending: false, entries: [] }, false],
  [
    'the disk failed and something is only in memory',
    { storage: 'failed', isSending: false, entries: some },
    false,
  ],
  [
    'the disk failed and there is nothing to lose',
    { storage: 'failed', isSending: false, entries: [] },
    true,
  ],
] as const)('whether a new version may be activated when %s', (_, snapshot, safe) => {
  expect(isOutboxSafe(snapshot)).toBe(safe)
})
