import { afterEach, expect, test } from 'vitest'
import { takeLostShare } from './lost-share.ts'

const address = location.href
afterEach(() => history.replaceState(null, '', address))

test('a share that the server turned away is reported once, and the rest of the address stays', () => {
  history.replaceState({ place: 3 }, '', '/files?folder=jogos&share=lost')
  expect(takeLostShare(window)).toBe(true)
  expect([location.pathname, location.search, history.state]).toEqual([
    '/files',
    '?folder=jogos',
    { place: 3 },
  ])
  expect(takeLostShare(window)).toBe(false)
})

test('any other visit has lost nothing', () => {
  history.replaceState(null, '', '/files?share=other')
  expect(takeLostShare(window)).toBe(false)
  expect(location.search).toBe('?share=other')
})
