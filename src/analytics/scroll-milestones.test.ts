import { expect, test } from 'vitest'
import { createScrollMilestones } from './scroll-milestones.ts'

const page = (...tops: number[]) => {
  const told: number[] = []
  const look = createScrollMilestones((percent) => told.push(percent))
  for (const top of tops) look({ top, viewport: 1000, page: 4000 })
  return told
}

test('each milestone is reported once, however often it is passed', () => {
  expect(page(0, 1000, 0, 1000, 2000, 3000, 3000)).toEqual([25, 50, 75, 100])
})

test('what was not seen is not reported', () => {
  expect(page(0, 900)).toEqual([25])
})

test('a jump to the end reports all milestones in order', () => {
  expect(page(3000)).toEqual([25, 50, 75, 100])
})

test('the end counts although rounding keeps it a pixel away', () => {
  expect(page(2999)).toContain(100)
})

test('a page that fits the screen is read at once', () => {
  const told: number[] = []
  createScrollMilestones((percent) => told.push(percent))({ top: 0, viewport: 1000, page: 800 })
  expect(told).toEqual([25, 50, 75, 100])
})
