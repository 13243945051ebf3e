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

test('a collection is opened once, however often it is wanted', () => {
  const { keyValues } = createBrowser(scope())
  expect(keyValues('device')).toBe(keyValues('device'))
  expect(keyValues('device')).not.toBe(keyValues('session'))
})

test('where the storage is blocked, naming it throws: a call fails then, and not the start', async () => {
  const blocked = Object.defineProperty(scope(), 'indexedDB', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  const browser = createBrowser(blocked)
  await expect(browser.keyValues('device').read('device')).rejects.toThrow('insecure')
  await expect(browser.database.read(['outbox'], async () => 1)).rejects.toThrow('insecure')
})

test('what a browser lacks is undefined', () => {
  const { caches, storage, serviceWorker } = createBrowser(scope())
  expect([caches, storage, serviceWorker]).toEqual([undefined, undefined, undefined])
})
