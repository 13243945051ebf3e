import { afterEach, expect, test } from 'vitest'
import { createLostShare } from './lost-share.ts'

const address = location.href
afterEach(() => history.replaceState(null, '', address))

test('reports a share that the server turned away once, and keeps the rest of the address', () => {
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

test('reports it even when the router redirects the visitor to sign in', () => {
  history.replaceState(null, '', '/files?share=lost')
  const lostShare = createLostShare(window)
  history.replaceState(null, '', '/pt-BR/?returnTo=%2Fpt-BR%2Ffiles')
  expect(lostShare.take()).toBe(true)
})

test('reports nothing on any other visit', () => {
  history.replaceState(null, '', '/files?share=other')
  expect(createLostShare(window).take()).toBe(false)
  expect(location.search).toBe('?share=other')
})
