import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { ChoiceGroup } from './choice-group.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test.each([
  ['hyphenates the words of its options where few letters fit', '200px', 'auto'],
  ['hyphenates nothing where there is room', '400px', 'manual'],
] as const)('%s', (_, width, hyphens) => {
  screen = show(
    'es-AR',
    createElement(ChoiceGroup, {
      legend: 'Cómo recibir el código',
      name: 'factor',
      options: [{ value: 'TOTP', label: 'En una app de autenticación' }],
      chosen: [],
      onChange: () => undefined,
    }),
  )
  screen.place.style.width = width
  const words = [...screen.place.querySelectorAll('span')].find(
    ({ textContent }) => textContent === 'En una app de autenticación',
  )
  expect(words && getComputedStyle(words).hyphens).toBe(hyphens)
})
