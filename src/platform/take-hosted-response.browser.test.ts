import { afterEach, expect, test } from 'vitest'
import { takeHostedResponse } from './take-hosted-response.ts'

const address = location.href
afterEach(() => history.replaceState(null, '', address))

test('takes the response of a hosted page out of the address at once', () => {
  const entries = history.length
  history.replaceState({ depth: 2 }, '', '/en-NZ/hosted-sign-in?code=secret&state=other')
  expect(takeHostedResponse(window)).toBe('?code=secret&state=other')
  expect([location.pathname, location.search, history.state, history.length]).toEqual([
    '/en-NZ/hosted-sign-in',
    '',
    { depth: 2 },
    entries,
  ])
  expect(takeHostedResponse(window)).toBe('')
})

test.each([
  '/en-NZ/login?code=1',
  '/en-NZ/hosted-sign-in?returnTo=%2Fen-NZ%2Ffiles',
  '/en-NZ/files?returnTo=/en-NZ/hosted-sign-in',
])('leaves the address %s as it is', (path) => {
  history.replaceState(null, '', path)
  expect(takeHostedResponse(window)).toBe('')
  expect(location.pathname + location.search).toBe(path)
})
