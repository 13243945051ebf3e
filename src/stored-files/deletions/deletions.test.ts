import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { longestSilence } from '../../platform/storage/silence.ts'
import { file, hidden, start } from './testing/start.ts'
import { longestHold, undoTime } from './deletions.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
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
  expect(deletions.snapshot()).toEqual({ hidden: new Set(), waiting: [], isReady: false })
})

test('an undo brings all waiting files back, and nothing is ever sent', async () => {
  const { open, removed, onDevice } = start('a', 'b')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTime - 1)
  deletions.add([file('b')])
  await vi.advanceTimersByTimeAsync(undoTime - 1)
  expect(deletions.undo().map(({ key }) => key)).toEqual(['a', 'b'])
  expect(hidden(deletions)).toEqual([])
  await vi.advanceTimersByTimeAsync(undoTime * 2)
  expect(removed).toEqual([])
  await expect.poll(() => onDevice.size).toBe(0)
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

test('a mouse that is left over the button does not keep the file for ever', async () => {
  const { open, removed } = start('a')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  deletions.hold(true)
  await vi.advanceTimersByTimeAsync(longestHold)
  expect(removed).toEqual(['a'])
})

test('leaving deletes at once, only once, and by requests that outlive the page', async () => {
  const { open, removed, onDevice } = start('a', 'b')
  const { deletions, sent } = open('tab')
  deletions.add([file('a'), file('b')])
  await vi.advanceTimersByTimeAsync(0)
  deletions.hold(true)
  await Promise.all([deletions.leave(), deletions.leave()])
  await vi.advanceTimersByTimeAsync(longestHold)
  expect(removed).toEqual(['a', 'b'])
  expect(sent).toEqual(['https://store.test/a', 'https://store.test/b'])
  expect(onDevice.size).toBe(0)
})

test('leaving sends the request for every file in the same moment: nothing runs after it', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `${index}`)
  const { deletions, sent } = start(...keys).open('tab')
  deletions.add(keys.map((key) => file(key)))
  await vi.advanceTimersByTimeAsync(0)
  const left = deletions.leave()
  expect(sent).toHaveLength(keys.length)
  await left
})

test('where the last request of a page failed, only the same file is deleted afterwards', async () => {
  const { open, stored, removed } = start('a', 'b')
  const { deletions, sent, unplug } = open('tab')
  deletions.add([file('a'), file('b')])
  await vi.advanceTimersByTimeAsync(0)
  unplug()
  stored.set('b', '"another one"')
  await deletions.leave()
  expect(sent).toEqual([])
  expect(removed).toEqual(['a'])
})

test('what could not be deleted comes back, and is reported; what was gone already is gone', async () => {
  const { open, failing } = start('a', 'b', 'c')
  failing.set('a', { kind: 'offline' })
  failing.set('b', { kind: 'not-found' })
  const { deletions, told } = open('tab')
  deletions.add([file('a'), file('b'), file('c')])
  await vi.advanceTimersByTimeAsync(undoTime)
  expect(told).toEqual([
    ['gone', 'b', 'c'],
    ['offline', 'a'],
  ])
  expect(hidden(deletions)).toEqual([])
})

test.each([
  ['can keep nothing', () => Promise.reject(new Error('no database'))],
  ['does not respond', () => new Promise<never>(() => undefined)],
])('a device that %s deletes all the same, and has no list waiting', async (_, call) => {
  const { open, removed } = start('a')
  const { inTime } = memoryKeyValues()
  const { deletions } = open('tab', { read: call, write: call, remove: call, keys: call, inTime })
  void deletions.finishEarlier()
  await vi.advanceTimersByTimeAsync(longestSilence)
  expect(deletions.snapshot().isReady).toBe(true)
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
