import { expect, test } from 'vitest'
import { createWatchTracker } from './use-video-position.ts'

/** A player that reports its position four times a second. */
const play = (tracker: ReturnType<typeof createWatchTracker>, from: number, to: number) => {
  for (let time = from; time <= to; time += 0.25) tracker.reach(time)
}

test('continuous playing is one stretch, even over a pause', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 5)
  play(tracker, 5, 9)
  expect(tracker.getWatchedSeconds()).toBe(9)
  expect(tracker.take()).toEqual([[0, 9]])
})

test('does not count a skipped part as watched', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 4)
  tracker.seek()
  play(tracker, 20, 24)
  expect(tracker.take()).toEqual([
    [0, 4],
    [20, 24],
  ])
})

test('counts a part that is watched again once', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 8)
  tracker.seek()
  play(tracker, 2, 6)
  expect(tracker.getWatchedSeconds()).toBe(8)
})

test('returns each stretch once, and joins the next one to it', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 4)
  expect(tracker.take()).toEqual([[0, 4]])
  expect(tracker.take()).toEqual([])
  play(tracker, 4.25, 8)
  expect(tracker.take()).toEqual([[4, 8]])
})
