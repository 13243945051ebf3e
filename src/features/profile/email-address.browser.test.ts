import { createElement } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { EmailAddress } from './email-address.tsx'

test('breaks a long e-mail address at its @, not at a hyphen', () => {
  const email = 'ana-maria-dos-santos@escola-de-futebol.example'
  const screen = show('pt-BR', createElement(EmailAddress, { email }))
  screen.place.style.width = '280px'
  const tops = [...screen.place.children].map((part) => part.getClientRects()[0]?.top)
  expect(screen.place.textContent).toBe(email)
  expect([...screen.place.children].map(({ textContent }) => textContent)).toEqual([
    'ana-maria-dos-santos',
    '@escola-de-futebol',
    '.example',
  ])
  expect(tops[1]).toBeGreaterThan(tops[0] ?? Infinity)
  expect(new Set([...screen.place.children].map(({ clientHeight }) => clientHeight)).size).toBe(1)
  screen.remove()
})
