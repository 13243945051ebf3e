import { expect, test } from 'vitest'
import { createWatching } from './use-video-position.ts'

/** A player that reports its position four times a second. */
const play = (watching: ReturnType<typeof createWatching>, from: number, to: number) => {
  for (let time = from; time <= to; time += 0.25) watching.at(time)
}

test('continuous playing is one stretch, even over a pause', () => {
  const watching = createWatching()
  play(watching, 0, 5)
  play(watching, 5, 9)
  expect(watching.length()).toBe(9)
  expect(watching.take()).toEqual([[0, 9]])
})

test('does not count a skipped part as watched', () => {
  const watching = createWatching()
  play(watching, 0, 4)
  watching.jump()
  play(watching, 20, 24)
  expect(watching.take()).toEqual([
    [0, 4],
    [20, 24],
  ])
})

test('counts a part that is watched again once', () => {
  const watching = createWatching()
  play(watching, 0, 8)
  watching.jump()
  play(watching, 2, 6)
  expect(watching.length()).toBe(8)
})

test('returns each stretch once, and joins the next one to it', () => {
  const watching = createWatching()
  play(watching, 0, 4)
  expect(watching.take()).toEqual([[0, 4]])
  expect(watching.take()).toEqual([])
  play(watching, 4.25, 8)
  expect(watching.take()).toEqual([[4, 8]])
})
