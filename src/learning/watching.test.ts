import { expect, test } from 'vitest'
import { createWatching } from './watching.ts'

/** A player that reports its position four times a second. */
const play = (watching: ReturnType<typeof createWatching>, from: number, to: number) => {
  for (let time = from; time <= to; time += 0.25) watching.at(time)
}

test('what plays is one stretch, over a pause too', () => {
  const watching = createWatching()
  play(watching, 0, 5)
  play(watching, 5, 9)
  expect(watching.length()).toBe(9)
  expect(watching.take()).toEqual([[0, 9]])
})

test('what is jumped over was not watched', () => {
  const watching = createWatching()
  play(watching, 0, 4)
  watching.jump()
  play(watching, 20, 24)
  expect(watching.take()).toEqual([
    [0, 4],
    [20, 24],
  ])
})

test('what is watched again counts once', () => {
  const watching = createWatching()
  play(watching, 0, 8)
  watching.jump()
  play(watching, 2, 6)
  expect(watching.length()).toBe(8)
})

test('what was taken is not given again, and what follows joins it', () => {
  const watching = createWatching()
  play(watching, 0, 4)
  expect(watching.take()).toEqual([[0, 4]])
  expect(watching.take()).toEqual([])
  play(watching, 4.25, 8)
  expect(watching.take()).toEqual([[4, 8]])
})
