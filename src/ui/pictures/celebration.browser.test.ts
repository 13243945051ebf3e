import { createElement } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { Celebration } from './celebration.tsx'

test('aligns the rosette with the start of the text around it', () => {
  const props = { children: 'Congratulations!' }
  const screen = show('en-GB', createElement(Celebration, props))
  for (const animation of screen.find('svg').getAnimations()) animation.finish()
  const shapes = [...screen.place.querySelectorAll('svg > *')]
  const left = Math.min(...shapes.map((shape) => shape.getBoundingClientRect().left))
  const card = screen.find('div')
  const start = card.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(card).paddingLeft)
  expect(Math.abs(left - start)).toBeLessThan(4)
  screen.remove()
})

test('draws a full ring for a part of a whole, and moves only what is new', () => {
  const props = { children: 'Module complete' }
  const open = (isNew: boolean) =>
    show('en-GB', createElement(Celebration, { picture: 'tick', isNew, ...props }))
  const still = open(false)
  expect(still.find('circle + circle').getAttribute('stroke-dasharray')).toBe('1 1')
  expect(document.getAnimations()).toEqual([])
  still.remove()
  const moving = open(true)
  expect(document.getAnimations().length).toBeGreaterThan(0)
  moving.remove()
})

test.each(['rosette', 'tick'] as const)(
  'says once that the animation of the %s has ended',
  async (picture) => {
    let shown = 0
    const props = { picture, isNew: true, onShown: () => void (shown += 1), children: 'Module complete' }
    const screen = show('en-GB', createElement(Celebration, props))
    expect(shown).toBe(0)
    for (const animation of document.getAnimations()) animation.finish()
    await expect.poll(() => shown).toBe(1)
    screen.remove()
  },
)
