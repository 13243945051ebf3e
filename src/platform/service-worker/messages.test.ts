import { expect, test } from 'vitest'
import { postToServiceWorker } from './messages.ts'

test('a locale that is opened while a new version waits is cached by both', async () => {
  const received: string[] = []
  const worker = (name: string) =>
    ({ postMessage: ({ type }: { type: string }) => received.push(`${name}: ${type}`) }) as never
  const ready = Promise.resolve({ active: worker('active'), waiting: worker('waiting') } as never)
  await postToServiceWorker({ ready }, { type: 'KEEP_LOCALE', locale: 'es-AR' })
  expect(received).toEqual(['active: KEEP_LOCALE', 'waiting: KEEP_LOCALE'])
})
