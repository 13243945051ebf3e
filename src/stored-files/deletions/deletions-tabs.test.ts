import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { file, hidden, start } from './testing/start.ts'
import { undoTimeMs, type DeletionStore } from './deletions.ts'

// The locks are the platform's own, and resolve in real time.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Waits until the device has stored the record of a tab. */
const untilRecorded = (onDevice: Map<string, unknown>) => vi.waitUntil(() => onDevice.size === 1)

const isRecorded = (onDevice: Map<string, unknown>, key: string) =>
  JSON.stringify([...onDevice.values()]).includes(`"key":"${key}"`)

test('the next tab deletes the files of a killed tab at once, except one that was replaced since', async () => {
  const { open, stored, removed, faults, onDevice } = start('a', 'b')
  const killed = open('killed')
  killed.deletions.add([file('a'), file('b'), file('never there')])
  await untilRecorded(onDevice)
  vi.clearAllTimers()
  killed.kill()
  stored.set('b', '"somebody stored another one"')
  const next = open('next')
  await next.deletions.finishEarlier()
  expect(removed).toEqual(['a'])
  expect(next.outcomes).toEqual([['gone', 'a', 'never there']])
  // The killed tab may have deleted the file without receiving the response: this is not an error.
  expect(faults).toEqual([])
  expect(hidden(next.deletions)).toEqual([])
  expect(onDevice.size).toBe(0)
})

test('files of a killed tab stay hidden and recorded until the lists on this device are without them', async () => {
  const { open, pauseForgetting, onDevice } = start('a')
  const killed = open('killed')
  killed.deletions.add([file('a')])
  await untilRecorded(onDevice)
  vi.clearAllTimers()
  killed.kill()
  const forget = pauseForgetting()
  const next = open('next')
  const finished = next.deletions.finishEarlier()
  await expect.poll(() => next.outcomes).toEqual([['gone', 'a']])
  expect([hidden(next.deletions), onDevice.size]).toEqual([['private/a'], 1])
  forget()
  await finished
  expect([hidden(next.deletions), onDevice.size]).toEqual([[], 0])
})

test('a start of the app deletes files of a killed tab on any screen, and retries without the store', async () => {
  const { open, removed, failing, onDevice } = start('a')
  const killed = open('killed')
  killed.deletions.add([file('a')])
  await untilRecorded(onDevice)
  vi.clearAllTimers()
  killed.kill()
  const { finish } = open('next')
  failing.set('a', { kind: 'offline' })
  await finish()
  expect([removed, onDevice.size]).toEqual([[], 1])
  failing.clear()
  await finish()
  expect([removed, onDevice.size]).toEqual([['a'], 0])
})

test('deletes the files of a tab of an earlier version', async () => {
  const { open, customer, removed, onDevice } = start('a')
  onDevice.set(`deletions ${customer}`, { tab: { until: 1, files: [file('a')] } })
  await open('next').finish()
  expect([removed, onDevice.size]).toEqual([['a'], 0])
})

test('leaves a deletion to the tab that delays it, and shows the file again after an undo', async () => {
  const { open, removed, onDevice } = start('a')
  const first = open('first').deletions
  first.add([file('a')])
  await untilRecorded(onDevice)
  const second = open('second')
  const finished = second.deletions.finishEarlier()
  await expect.poll(() => hidden(second.deletions)).toEqual(['private/a'])
  first.undo()
  await finished
  await vi.advanceTimersByTimeAsync(undoTimeMs * 2)
  expect(removed).toEqual([])
  expect(second.outcomes).toEqual([])
  expect(hidden(second.deletions)).toEqual([])
})

test('removes files from the list that another tab deletes', async () => {
  const { open, removed, onDevice } = start('a')
  const first = open('first').deletions
  first.add([file('a')])
  await untilRecorded(onDevice)
  const second = open('second')
  const finished = second.deletions.finishEarlier()
  await expect.poll(() => hidden(second.deletions)).toEqual(['private/a'])
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  await finished
  expect(removed).toEqual(['a'])
  expect(second.outcomes).toEqual([['gone', 'a']])
})

test('an open list hides files that another tab deletes, and shows them again after an undo', async () => {
  const { open, removed, onDevice } = start('a')
  const [first, second] = [open('first').deletions, open('second')]
  await second.deletions.finishEarlier()
  second.deletions.followTabs()
  first.add([file('a')])
  await expect.poll(() => hidden(second.deletions)).toEqual(['private/a'])
  first.undo()
  await expect.poll(() => hidden(second.deletions)).toEqual([])
  expect([removed, second.outcomes, onDevice.size]).toEqual([[], [], 0])
})

test('an open list is notified when another tab has deleted a file', async () => {
  const { open, removed } = start('a')
  const [first, second] = [open('first').deletions, open('second')]
  second.deletions.followTabs()
  first.add([file('a')])
  await expect.poll(() => hidden(second.deletions)).toEqual(['private/a'])
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  await expect.poll(() => second.outcomes).toEqual([['gone', 'a']])
  expect(removed).toEqual(['a'])
})

test('an open list stops following once it is closed', async () => {
  const { open, onDevice } = start('a')
  const [first, second] = [open('first').deletions, open('second').deletions]
  second.followTabs()()
  first.add([file('a')])
  await untilRecorded(onDevice)
  expect(hidden(second)).toEqual([])
})

test('a lock that another page steals during a deletion neither rejects nor leaves a file hidden', async () => {
  const { open, customer, removed, pauseRemoving, onDevice } = start('a')
  const killed = open('killed')
  killed.deletions.add([file('a')])
  await untilRecorded(onDevice)
  vi.clearAllTimers()
  killed.kill()
  const goOn = pauseRemoving()
  const next = open('next')
  const name = `deletions ${customer} killed`
  const finished = next.deletions.finishEarlier()
  await expect
    .poll(async () => (await navigator.locks.query()).held?.some((lock) => lock.name === name))
    .toBe(true)
  await navigator.locks.request(name, { steal: true }, () => undefined)
  await vi.advanceTimersByTimeAsync(0)
  goOn()
  await expect(finished).resolves.toBeUndefined()
  expect(hidden(next.deletions)).toEqual([])
  await expect.poll(() => [removed, onDevice.size]).toEqual([['a'], 0])
})

test.each([
  ['the time for another undo had begun', ['a', 'b'], () => undefined],
  ['something else was undone', ['a'], (tab: DeletionStore) => void tab.undo()],
])('a tab that closes while it deletes a file leaves it to the next, even if %s', async (...given) => {
  const [, expected, andThen] = given
  const { open, removed, pauseRemoving, onDevice } = start('a', 'b')
  const { deletions, kill } = open('closed')
  deletions.add([file('a')])
  await untilRecorded(onDevice)
  // Its requests end with it.
  pauseRemoving()
  await vi.advanceTimersByTimeAsync(undoTimeMs)
  deletions.add([file('b')])
  await vi.waitUntil(() => isRecorded(onDevice, 'b'))
  andThen(deletions)
  await vi.waitUntil(() => isRecorded(onDevice, 'b') === expected.includes('b'))
  vi.clearAllTimers()
  kill()
  pauseRemoving()()
  await open('next').finish()
  expect(removed).toEqual(expected)
  expect(onDevice.size).toBe(0)
})
