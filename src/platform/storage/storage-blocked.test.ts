import { expect, test, vi } from 'vitest'
import { createBrowser, type GlobalScope } from '../create-browser.ts'
import { isStorageBlocked, withoutStorage } from './storage-blocked.ts'

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

test.each(['localStorage', 'indexedDB'])('detects blocked storage when access to %s throws', (name) => {
  const page = { localStorage: {}, indexedDB: {} }
  expect(isStorageBlocked(page)).toBe(false)
  expect(isStorageBlocked(Object.defineProperty({ ...page }, name, { get: denied }))).toBe(true)
})

test('treats features that a browser refuses as missing, and the rest works', async () => {
  const navigator = { onLine: true, locks: {}, storage: {}, serviceWorker: {} }
  const fetch = vi.fn(async () => new Response('there'))
  const page = { addEventListener: vi.fn(), caches: {}, crypto, fetch, navigator }
  const blocked = Object.defineProperty(page, 'indexedDB', { get: denied })
  const browser = createBrowser(withoutStorage(blocked as unknown as GlobalScope))
  expect([browser.caches, browser.storage, browser.serviceWorker]).toEqual([undefined, undefined, undefined])
  await expect(browser.keyValues('device').read('device')).rejects.toThrow('denied')
  expect(await (await browser.fetch('/')).text()).toBe('there')
  navigator.onLine = false
  expect(browser.isOnline()).toBe(false)
  expect(page.addEventListener).toHaveBeenCalledWith('pagehide', expect.any(Function))
})
