import { expect, test, vi } from 'vitest'
import { countMissing, postToServiceWorker } from './messages.ts'

test('a locale that is opened while a new version waits is cached by both', async () => {
  const received: string[] = []
  const worker = (name: string) =>
    ({ postMessage: ({ type }: { type: string }) => received.push(`${name}: ${type}`) }) as never
  const ready = Promise.resolve({ active: worker('active'), waiting: worker('waiting') } as never)
  await postToServiceWorker({ ready }, { type: 'KEEP_LOCALE', locale: 'es-AR' })
  expect(received).toEqual(['active: KEEP_LOCALE', 'waiting: KEEP_LOCALE'])
})

const container = (active: unknown) => ({ getRegistration: async () => ({ active }) as never })
const respondWith = (response: unknown) =>
  container({ postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage(response) })

test('the service worker says what is missing offline', async () => {
  const missing = { app: 0, texts: 2, pictures: 1 }
  expect(await countMissing(respondWith(missing), 'es-AR')).toEqual(missing)
})

test.each([
  ['there is none', undefined],
  ['none is installed yet', container(null)],
  ['it says something else', respondWith('KEEP_LOCALE')],
])('nothing is known to open offline where %s', async (_, workers) => {
  expect(await countMissing(workers, 'es-AR')).toBeUndefined()
})

test('a service worker that does not respond, as one of an older version, is not waited for', async () => {
  vi.useFakeTimers()
  const counted = countMissing(container({ postMessage: () => undefined }), 'es-AR')
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await counted).toBeUndefined()
})
