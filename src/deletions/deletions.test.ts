import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import type { ObjectCall } from '../uploads/storage-calls.ts'
import { createDeletionRecords } from './deletion-records.ts'
import { file, hidden, start } from './testing/start.ts'
import { createDeletions, undoTime } from './deletions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a file leaves the screen at once, and the store when the time for an undo is over', async () => {
  const { open, removed } = start('a', 'b')
  const { deletions, told } = open('tab')
  deletions.add([file('a')])
  expect(hidden(deletions)).toEqual(['private/a'])
  await vi.advanceTimersByTimeAsync(undoTime - 1)
  expect(removed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(removed).toEqual(['a'])
  expect(told).toEqual([['gone', 'a']])
  expect(deletions.snapshot()).toEqual({ hidden: new Set(), waiting: [] })
})

test('an undo brings all waiting files back, and nothing is ever sent', async () => {
  const { open, removed, kept } = start('a', 'b')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTime - 1)
  deletions.add([file('b')])
  await vi.advanceTimersByTimeAsync(undoTime - 1)
  expect(deletions.undo().map(({ key }) => key)).toEqual(['a', 'b'])
  expect(hidden(deletions)).toEqual([])
  await vi.advanceTimersByTimeAsync(undoTime * 2)
  expect(removed).toEqual([])
  expect(kept()).toBeUndefined()
})

test('the time does not pass while the person is at the button', async () => {
  const { open, removed } = start('a')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  deletions.hold(true)
  await vi.advanceTimersByTimeAsync(undoTime * 3)
  expect(removed).toEqual([])
  deletions.hold(false)
  await vi.advanceTimersByTimeAsync(undoTime)
  expect(removed).toEqual(['a'])
})

test('leaving deletes at once, and only once', async () => {
  const { open, removed, kept } = start('a', 'b')
  const { deletions } = open('tab')
  deletions.add([file('a'), file('b')])
  await Promise.all([deletions.commit(), deletions.commit()])
  await vi.advanceTimersByTimeAsync(undoTime)
  expect(removed).toEqual(['a', 'b'])
  expect(kept()).toBeUndefined()
})

test('what could not be deleted comes back, and is reported; what was gone already is gone', async () => {
  const { open, failing } = start('a', 'b', 'c')
  failing.set('a', { kind: 'offline' })
  failing.set('b', { kind: 'not-found' })
  const { deletions, told } = open('tab')
  deletions.add([file('a'), file('b'), file('c')])
  await deletions.commit()
  expect(told).toEqual([
    ['gone', 'b', 'c'],
    ['offline', 'a'],
  ])
  expect(hidden(deletions)).toEqual([])
})

test('a device that can keep nothing deletes all the same', async () => {
  const { removed, stored } = start('a')
  const refuse = async () => {
    throw new Error('no database')
  }
  const deletions = createDeletions({
    storage: {
      head: async () => fail({ kind: 'offline' as const }),
      remove: async ({ key }: ObjectCall) => {
        removed.push(key)
        stored.delete(key)
        return ok(undefined)
      },
    },
    records: createDeletionRecords({ read: refuse, write: refuse }, 'tab'),
    now: () => 0,
    onGone: () => undefined,
    onFailed: () => undefined,
  })
  await deletions.finishEarlier()
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTime)
  expect(removed).toEqual(['a'])
})

test('what waits is deleted at once where its place is wanted, and nothing else makes room', async () => {
  const { open, removed } = start('a', 'b')
  const { deletions } = open('tab')
  deletions.add([file('a'), file('b')])
  await deletions.makeRoom([
    { level: 'public', key: 'a' },
    { level: 'private', key: 'c' },
  ])
  expect(removed).toEqual([])
  await deletions.makeRoom([{ level: 'private', key: 'a' }])
  expect(removed).toEqual(['a', 'b'])
})

test('a place is free when what was there is deleted, also where that is under way already', async () => {
  const { open, removed, pauseRemoving } = start('a')
  const { deletions } = open('tab')
  const goOn = pauseRemoving()
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTime)
  let isFree = false
  const room = deletions.makeRoom([{ level: 'private', key: 'a' }]).then(() => (isFree = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(isFree).toBe(false)
  goOn()
  await room
  expect(removed).toEqual(['a'])
})
