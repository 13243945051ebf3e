import { expect, onTestFinished, test, vi } from 'vitest'
import { createTimer } from './timer.ts'

const start = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const work = vi.fn()
  return { work, timer: createTimer(work) }
}

test('calls once, after the last of several waits', () => {
  const { work, timer } = start()
  timer.start(100)
  vi.advanceTimersByTime(99)
  timer.start(100)
  vi.advanceTimersByTime(99)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a stopped wait does not end', () => {
  const { work, timer } = start()
  timer.start(100)
  timer.stop()
  vi.advanceTimersByTime(1000)
  expect(work).not.toHaveBeenCalled()
})

test('is running until the wait ends or is stopped, and can start again in its own work', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const seen: boolean[] = []
  const timer = createTimer(() => {
    seen.push(timer.isRunning())
    if (seen.length === 1) timer.start(100)
  })
  timer.start(100)
  expect(timer.isRunning()).toBe(true)
  vi.advanceTimersByTime(100)
  expect(timer.isRunning()).toBe(true)
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([false, false])
  expect(timer.isRunning()).toBe(false)
})
