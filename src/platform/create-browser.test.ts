import { expect, test } from 'vitest'
import { createBrowser, type GlobalScope } from './create-browser.ts'

/** A browser with all features. `change` removes or adds what a test is about. */
const scope = (change: Partial<GlobalScope> = {}): GlobalScope => ({
  addEventListener: () => undefined,
  indexedDB,
  crypto,
  fetch,
  navigator: { onLine: true, locks: {} as LockManager },
  ...change,
})

const indexedDB: GlobalScope['indexedDB'] = {
  open: () => {
    throw new DOMException('No storage here', 'SecurityError')
  },
}

test('opens each collection only once', () => {
  const { keyValues } = createBrowser(scope())
  expect(keyValues('device')).toBe(keyValues('device'))
  expect(keyValues('device')).not.toBe(keyValues('session'))
})

test('a blocked storage, which throws on access, fails a call but not the start', async () => {
  const blocked = Object.defineProperty(scope(), 'indexedDB', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  const browser = createBrowser(blocked)
  await expect(browser.keyValues('device').read('device')).rejects.toThrow('insecure')
  await expect(browser.database.read(['outbox'], async () => 1)).rejects.toThrow('insecure')
})

test('returns undefined for features that the browser lacks', () => {
  const { caches, storage, serviceWorker } = createBrowser(scope())
  expect([caches, storage, serviceWorker]).toEqual([undefined, undefined, undefined])
})
