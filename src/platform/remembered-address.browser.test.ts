import { afterEach, expect, test } from 'vitest'
import { rememberAddress, restoreAddress } from './remembered-address.ts'

const address = location.href
afterEach(() => {
  history.replaceState(null, '', address)
  sessionStorage.clear()
})

const show = (path: string) => history.replaceState({ depth: 2 }, '', path)
const shown = () => location.pathname + location.search
const search = new URLSearchParams({ returnTo: '/en-NZ/drills?a=1', ended: 'error.endedElsewhere' })

test('restores the search of the page that this tab has left, once', () => {
  show('/en-NZ/login')
  rememberAddress(window, search)
  restoreAddress(window)
  expect([...new URLSearchParams(location.search)]).toEqual([...search])
  expect([location.pathname, history.state]).toEqual(['/en-NZ/login', { depth: 2 }])
  show('/en-NZ/login')
  restoreAddress(window)
  expect(shown()).toBe('/en-NZ/login')
})

test.each([
  ['another page', '/en-NZ/sign-up'],
  ['another locale', '/en-GB/login'],
  ['an address with a search of its own', '/en-NZ/login?done=password'],
])('leaves %s as it is, and then forgets what it has left', (_name, path) => {
  show('/en-NZ/login')
  rememberAddress(window, search)
  show(path)
  restoreAddress(window)
  expect(shown()).toBe(path)
  show('/en-NZ/login')
  restoreAddress(window)
  expect(shown()).toBe('/en-NZ/login')
})

test('restores nothing if the tab has stayed, or if there is nothing to restore', () => {
  show('/en-NZ/login')
  rememberAddress(window, search)()
  restoreAddress(window)
  expect(shown()).toBe('/en-NZ/login')
  rememberAddress(window, new URLSearchParams())
  restoreAddress(window)
  expect(shown()).toBe('/en-NZ/login')
})
