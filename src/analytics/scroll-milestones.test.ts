import { expect, test } from 'vitest'
import { createScrollMilestones } from './follow-interactions.ts'

/** The milestones of a page of four screens that starts at `first` and then scrolls to each of `tops`. */
const page = (first: number, ...tops: number[]) => {
  const told: number[] = []
  const milestones = createScrollMilestones((percent) => told.push(percent))
  milestones.start({ top: first, viewport: 1000, page: 4000 })
  for (const top of tops) milestones.moveTo({ top, viewport: 1000, page: 4000 })
  return told
}

test('reports each milestone once, however often it is passed', () => {
  expect(page(0, 1000, 0, 1000, 2000, 3000, 3000)).toEqual([50, 75, 100])
})

test('does not report what was not visible', () => {
  expect(page(0, 900)).toEqual([])
  expect(page(0, 1900)).toEqual([50])
})

test('reports all milestones in order after a jump to the end', () => {
  expect(page(0, 3000)).toEqual([50, 75, 100])
})

test('counts the end when rounding leaves it a pixel away', () => {
  expect(page(0, 2999)).toContain(100)
})

test('does not count what is visible at the start as scrolled', () => {
  expect(page(0)).toEqual([])
  expect(page(2000, 0, 2000)).toEqual([])
  expect(page(2000, 3000)).toEqual([100])
})

test('reports nothing for a page that fits the screen', () => {
  const told: number[] = []
  const milestones = createScrollMilestones((percent) => told.push(percent))
  milestones.start({ top: 0, viewport: 1000, page: 800 })
  milestones.moveTo({ top: 0, viewport: 1000, page: 800 })
  expect(told).toEqual([])
})
