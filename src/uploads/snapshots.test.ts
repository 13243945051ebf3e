import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadChange } from './contract.ts'
import { createSnapshots } from './snapshots.ts'
import type { UploadTask } from './task.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const createTask = (more: Partial<UploadTask>): UploadTask => ({
  id: 'a',
  customer: 'ana',
  name: 'match.mp4',
  size: 1000,
  level: 'private',
  key: 'match.mp4',
  status: { state: 'IN_PROGRESS' },
  phase: 'sending',
  sentBytes: 0,
  createdAt: 0,
  order: 0,
  ...more,
})

const open = () => {
  const screen = { isKept: false }
  const snapshots = createSnapshots((wanted) => {
    screen.isKept = wanted
  })
  snapshots.setCustomer('ana')
  const change = (tasks: UploadTask[], more: Partial<UploadChange> = {}) =>
    snapshots.receive({
      all: false,
      tasks,
      removed: [],
      durable: true,
      network: snapshots.current().network,
      ...more,
    })
  const tell = (...tasks: Partial<UploadTask>[]) => change(tasks.map(createTask))
  return { ...snapshots, screen, change, tell }
}

test('keeps the screen on from the first byte to the end of the upload', () => {
  const { screen, tell } = open()
  tell({ phase: 'preparing' })
  expect(screen.isKept).toBe(false)
  tell({ sentBytes: 100 })
  expect(screen.isKept).toBe(true)
  tell({ sentBytes: 1000, phase: 'finishing' })
  expect(screen.isKept).toBe(true)
  tell({ sentBytes: 1000, status: { state: 'COMPLETED' } })
  expect(screen.isKept).toBe(false)
})

test('keeps the screen on during many small uploads, each shorter than the time between two messages', () => {
  const { screen, tell } = open()
  const waiting = { id: 'b', status: { state: 'INIT' } } as const
  tell({ status: { state: 'INIT' } }, waiting)
  tell({ sentBytes: 1000, status: { state: 'COMPLETED' } }, { ...waiting, status: { state: 'IN_PROGRESS' } })
  expect(screen.isKept).toBe(true)
})

test.each([
  ['pauses', { status: { state: 'PAUSED', reason: { kind: 'you' } }, sentBytes: 100 }],
  ['is cancelled', { status: { state: 'CANCELLED' }, sentBytes: 100 }],
] as const)('lets the screen sleep as soon as the upload %s', (_, ended) => {
  const { screen, tell } = open()
  tell({})
  tell({ sentBytes: 100 })
  tell(ended)
  expect(screen.isKept).toBe(false)
})

test('lets the screen sleep and shows no speed while nothing moves, until the next byte', () => {
  const { current, screen, subscribe, tell } = open()
  let told = 0
  tell({})
  tell({ sentBytes: 100, speed: 50, secondsLeft: 18 })
  vi.advanceTimersByTime(9000)
  tell({ sentBytes: 101, speed: 50, secondsLeft: 18 })
  vi.advanceTimersByTime(9000)
  expect(screen.isKept).toBe(true)
  expect(current().tasks[0]).toMatchObject({ speed: 50, secondsLeft: 18 })
  subscribe(() => told++)
  vi.advanceTimersByTime(2000)
  expect(screen.isKept).toBe(false)
  expect(current().tasks).toEqual([createTask({ sentBytes: 101, phase: 'stalled' })])
  expect(told).toBe(1)
  tell({ sentBytes: 102 })
  expect(screen.isKept).toBe(true)
})

test('shows no speed for a task that stalls beside one that moves', () => {
  const { current, screen, tell } = open()
  tell({}, { id: 'b', order: 1 })
  tell(
    { sentBytes: 1, speed: 5, secondsLeft: 5 },
    { id: 'b', order: 1, sentBytes: 1, speed: 5, secondsLeft: 5 },
  )
  for (let second = 1; second <= 12; second++) {
    vi.advanceTimersByTime(1000)
    tell({ id: 'b', order: 1, sentBytes: 1 + second, speed: 5, secondsLeft: 5 })
  }
  expect(screen.isKept).toBe(true)
  expect(current().tasks.map(({ speed }) => speed)).toEqual([undefined, 5])
})

test('does not keep the screen on for bytes of a paused upload that are found in the store', () => {
  const { screen, tell } = open()
  tell({ status: { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } } }, { id: 'b' })
  tell({
    status: { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } },
    sentBytes: 500,
  })
  expect(screen.isKept).toBe(false)
})

test('a tab that opens during an upload shows the progress of the owner, and ends its speed', () => {
  const { change, current, screen } = open()
  change([createTask({ sentBytes: 500, speed: 50, secondsLeft: 10 })], { all: true })
  expect(screen.isKept).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(screen.isKept).toBe(false)
  expect(current().tasks[0]?.speed).toBeUndefined()
})

test('keeps the screen on neither for uploads of another customer nor for those of a broken worker', () => {
  const { setCustomer, markWorkerLost, screen, tell } = open()
  tell({})
  tell({ sentBytes: 100 })
  setCustomer('bia')
  expect(screen.isKept).toBe(false)
  setCustomer('ana')
  expect(screen.isKept).toBe(true)
  markWorkerLost()
  expect(screen.isKept).toBe(false)
})

test('shows an upload that is sent completely, or stalls, as waiting for the store', () => {
  const { current, tell } = open()
  const phase = () => current().tasks[0]?.phase
  tell({})
  tell({ sentBytes: 100, speed: 50 })
  expect(phase()).toBe('sending')
  vi.advanceTimersByTime(11_000)
  expect(phase()).toBe('stalled')
  // Another part failed: no byte has moved.
  tell({ sentBytes: 50 })
  expect(phase()).toBe('stalled')
  tell({ sentBytes: 150, speed: 50 })
  expect(phase()).toBe('sending')
})

test('shows a control character that reverses the direction of a name as its code', () => {
  const { current, tell } = open()
  tell({ name: 'match_\u202E4pm.exe', key: 'match_\u202E4pm.exe' })
  expect(current().tasks[0]).toMatchObject({ name: 'match_[U+202E]4pm.exe', key: 'match_[U+202E]4pm.exe' })
})
