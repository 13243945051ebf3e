import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { maxResponseMs } from '../../platform/storage/response-timer.ts'
import type { StorageCallFailure } from '../storage-calls.ts'
import { file, hidden, start } from './testing/start.ts'
import { maxHoldTimeMs, undoTimeMs } from './deletions.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('removes a file from the screen at once, and from the store after the time for an undo', async () => {
  const { open, removed } = start('a', 'b')
  const { deletions, outcomes } = open('tab')
  deletions.add([file('a')])
  expect(hidden(deletions)).toEqual(['private/a'])
  await vi.advanceTimersByTimeAsync(undoTimeMs - 1)
  expect(removed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(removed).toEqual(['a'])
  expect(outcomes).toEqual([['gone', 'a']])
  expect(deletions.snapshot()).toEqual({ hidden: new Set(), waiting: [], isReady: false })
})

test('an undo restores all waiting files, and sends nothing', async () => {
  const { open, removed, onDevice } = start('a', 'b')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTimeMs - 1)
  deletions.add([file('b')])
  await vi.advanceTimersByTimeAsync(undoTimeMs - 1)
  expect(deletions.undo().map(({ key }) => key)).toEqual(['a', 'b'])
  expect(hidden(deletions)).toEqual([])
  await vi.advanceTimersByTimeAsync(undoTimeMs * 2)
  expect(removed).toEqual([])
  await expect.poll(() => onDevice.size).toBe(0)
})

test('pauses the time while the person is at the button', async () => {
  const { open, removed } = start('a')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  deletions.hold(true)
  await vi.advanceTimersByTimeAsync(undoTimeMs * 3)
  expect(removed).toEqual([])
  deletions.hold(false)
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  expect(removed).toEqual(['a'])
})

test('a mouse that stays over the button does not keep the file forever', async () => {
  const { open, removed } = start('a')
  const { deletions } = open('tab')
  deletions.add([file('a')])
  deletions.hold(true)
  await vi.advanceTimersByTimeAsync(maxHoldTimeMs)
  expect(removed).toEqual(['a'])
})

test('leaving the page deletes at once, only once, and with requests that outlive the page', async () => {
  const { open, removed, onDevice } = start('a', 'b')
  const { deletions, leaveRequests } = open('tab')
  deletions.add([file('a'), file('b')])
  await vi.advanceTimersByTimeAsync(0)
  deletions.hold(true)
  await Promise.all([
    deletions.leave({ hasScreenClosed: false }),
    deletions.leave({ hasScreenClosed: false }),
  ])
  await vi.advanceTimersByTimeAsync(maxHoldTimeMs)
  expect(removed).toEqual(['a', 'b'])
  expect(leaveRequests).toEqual(['https://store.test/a', 'https://store.test/b'])
  expect(onDevice.size).toBe(0)
})

test('leaving the page sends the requests for all files synchronously', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `${index}`)
  const { deletions, leaveRequests } = start(...keys).open('tab')
  deletions.add(keys.map((key) => file(key)))
  await vi.advanceTimersByTimeAsync(0)
  const left = deletions.leave({ hasScreenClosed: false })
  expect(leaveRequests).toHaveLength(keys.length)
  await left
})

test('after a page whose last request failed, deletes only the same file', async () => {
  const { open, stored, removed } = start('a', 'b')
  const { deletions, leaveRequests, unplug } = open('tab')
  deletions.add([file('a'), file('b')])
  await vi.advanceTimersByTimeAsync(0)
  unplug()
  stored.set('b', '"another one"')
  await deletions.leave({ hasScreenClosed: false })
  expect(leaveRequests).toEqual([])
  expect(removed).toEqual(['a'])
})

test('a deletion that fails while nobody sees the page waits for the next start of the app', async () => {
  const { open, failing, removed, onDevice } = start('a')
  failing.set('a', { kind: 'offline' })
  const { deletions, outcomes, setVisible, unplug, kill } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(0)
  unplug()
  setVisible(false)
  await deletions.leave({ hasScreenClosed: false })
  await vi.advanceTimersByTimeAsync(maxHoldTimeMs)
  expect([outcomes, hidden(deletions), onDevice.size]).toEqual([[], ['private/a'], 1])
  kill()
  failing.clear()
  await open('next').finish()
  expect(removed).toEqual(['a'])
})

test('a deletion that failed while nobody saw the page is tried again once it is seen', async () => {
  const { open, failing } = start('a')
  failing.set('a', { kind: 'offline' })
  const { deletions, outcomes, setVisible, unplug } = open('tab')
  deletions.add([file('a')])
  unplug()
  setVisible(false)
  await deletions.leave({ hasScreenClosed: false })
  setVisible(true)
  deletions.hold(false)
  expect(deletions.snapshot().waiting).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  expect(outcomes).toEqual([['offline', 'a']])
  expect(hidden(deletions)).toEqual([])
})

test.each<[StorageCallFailure]>([
  [{ kind: 'offline' }],
  [{ kind: 'sign-in-needed' }],
  [{ kind: 'refused', code: 'SlowDown', status: 503 }],
  [{ kind: 'refused', code: 'ForeignAnswer', status: 200 }],
])('after the screen has closed, a deletion that fails with %o is tried again', async (problem) => {
  const { open, failing, removed, onDevice } = start('a')
  failing.set('a', problem)
  const { deletions, outcomes, unplug } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(0)
  unplug()
  await deletions.leave({ hasScreenClosed: true })
  expect(outcomes).toEqual([])
  // Another list that opens meanwhile hides the file, and leaves the record for the next attempt.
  const next = open('next')
  await next.deletions.finishEarlier()
  expect([next.outcomes, hidden(next.deletions), onDevice.size]).toEqual([[], ['private/a'], 1])
  failing.clear()
  await next.finish()
  expect([removed, onDevice.size]).toEqual([['a'], 0])
})

test('after the screen has closed, a deletion that was refused is reported', async () => {
  const { open, failing, onDevice } = start('a')
  failing.set('a', { kind: 'refused', code: 'AccessDenied', status: 403 })
  const { deletions, outcomes, unplug } = open('tab')
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(0)
  unplug()
  await deletions.leave({ hasScreenClosed: true })
  expect([outcomes, onDevice.size]).toEqual([[['refused', 'a']], 0])
})

test('restores and reports files that could not be deleted, and treats missing ones as deleted', async () => {
  const { open, failing } = start('a', 'b', 'c')
  failing.set('a', { kind: 'offline' })
  failing.set('b', { kind: 'not-found' })
  const { deletions, outcomes } = open('tab')
  deletions.add([file('a'), file('b'), file('c')])
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  expect(outcomes).toEqual([
    ['gone', 'b', 'c'],
    ['offline', 'a'],
  ])
  expect(hidden(deletions)).toEqual([])
})

test.each([
  ['can keep nothing', () => Promise.reject(new Error('no database'))],
  ['does not respond', () => new Promise<never>(() => undefined)],
])('a device that %s still deletes, and leaves no list waiting', async (_, call) => {
  const { open, removed } = start('a')
  const { withTimeLimit } = memoryKeyValues()
  const { deletions } = open('tab', { read: call, write: call, remove: call, keys: call, withTimeLimit })
  void deletions.finishEarlier()
  await vi.advanceTimersByTimeAsync(maxResponseMs)
  expect(deletions.snapshot().isReady).toBe(true)
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  expect(removed).toEqual(['a'])
})

test('deletes waiting files at once when the place of one is needed, and for no other place', async () => {
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

test('frees a place when its file is deleted, even if that is already under way', async () => {
  const { open, removed, pauseRemoving } = start('a')
  const { deletions } = open('tab')
  const goOn = pauseRemoving()
  deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  let isFree = false
  const room = deletions.makeRoom([{ level: 'private', key: 'a' }]).then(() => (isFree = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(isFree).toBe(false)
  goOn()
  await room
  expect(removed).toEqual(['a'])
})
