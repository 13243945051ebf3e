import { afterEach, expect, test } from 'vitest'
import { createLostShare } from './lost-share.ts'

const address = location.href
afterEach(() => history.replaceState(null, '', address))

test('a share that the server turned away is reported once, and the rest of the address stays', () => {
  history.replaceState({ place: 3 }, '', '/files?folder=jogos&share=lost')
  const lostShare = createLostShare(window)
  expect([location.pathname, location.search, history.state]).toEqual([
    '/files',
    '?folder=jogos',
    { place: 3 },
  ])
  expect(lostShare.take()).toBe(true)
  expect(lostShare.take()).toBe(false)
  expect(createLostShare(window).take()).toBe(false)
})

test('it is reported to a visitor whom the router leads away to sign in', () => {
  history.replaceState(null, '', '/files?share=lost')
  const lostShare = createLostShare(window)
  history.replaceState(null, '', '/pt-BR/?place=%2Fpt-BR%2Ffiles')
  expect(lostShare.take()).toBe(true)
})

test('any other visit has lost nothing', () => {
  history.replaceState(null, '', '/files?share=other')
  expect(createLostShare(window).take()).toBe(false)
  expect(location.search).toBe('?share=other')
})
