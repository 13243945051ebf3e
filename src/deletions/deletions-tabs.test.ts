import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { file, hidden, start } from './testing/start.ts'
import { undoTime } from './deletions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what a closed tab left is deleted by the next, except what is another file by now', async () => {
  const { open, stored, removed, faults, pass, kept } = start('a', 'b')
  open('closed').deletions.add([file('a'), file('b'), file('never there')])
  await vi.advanceTimersByTimeAsync(0)
  vi.clearAllTimers()
  stored.set('b', '"somebody stored another one"')
  pass(60_000)
  await open('next').deletions.finishEarlier()
  await vi.advanceTimersByTimeAsync(0)
  expect(removed).toEqual(['a'])
  // The closed tab may have deleted it, and not have heard of it: nothing is wrong.
  expect(faults).toEqual([])
  expect(kept()).toBeUndefined()
})

test('it is not shown meanwhile, when the next visit comes at once', async () => {
  const { open, removed, pass } = start('a')
  open('closed').deletions.add([file('a')])
  await vi.advanceTimersByTimeAsync(0)
  vi.clearAllTimers()
  const { deletions } = open('next')
  await deletions.finishEarlier()
  expect(hidden(deletions)).toEqual(['private/a'])
  expect(removed).toEqual([])
  pass(undoTime + 2001)
  await vi.advanceTimersByTimeAsync(undoTime + 2001)
  expect(removed).toEqual(['a'])
  expect(hidden(deletions)).toEqual([])
})

test('what another tab still waits for is left to it, and is back when that tab takes it back', async () => {
  const { open, removed, pass } = start('a')
  const first = open('first').deletions
  first.add([file('a')])
  await vi.advanceTimersByTimeAsync(0)
  const second = open('second').deletions
  await second.finishEarlier()
  first.undo()
  pass(undoTime + 2001)
  await vi.advanceTimersByTimeAsync(undoTime + 2001)
  expect(removed).toEqual([])
  expect(hidden(second)).toEqual([])
})
