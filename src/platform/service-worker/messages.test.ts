import { expect, test, vi } from 'vitest'
import { countMissing, postToServiceWorker } from './messages.ts'

test('both workers cache a locale that is opened while a new version waits', async () => {
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

test('returns what the service worker reports as missing offline', async () => {
  const missing = { app: 0, texts: 2, pictures: 1 }
  expect(await countMissing(respondWith(missing), 'es-AR')).toEqual(missing)
})

test.each([
  ['there is none', undefined],
  ['none is installed yet', container(null)],
  ['it says something else', respondWith('KEEP_LOCALE')],
])('returns no count without a usable service worker: %s', async (_, workers) => {
  expect(await countMissing(workers, 'es-AR')).toBeUndefined()
})

test('does not wait for a service worker that does not respond, such as an older one', async () => {
  vi.useFakeTimers()
  const counted = countMissing(container({ postMessage: () => undefined }), 'es-AR')
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await counted).toBeUndefined()
})
