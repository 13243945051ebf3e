import { expect, test } from 'vitest'
import { warmCache } from './warm-cache.ts'

test('files that are missing are requested some at a time, whatever becomes of one of them', async () => {
  const asked = new Map<string, PromiseWithResolvers<Response>>()
  const caches = { match: async (name: unknown) => (name === 'cached' ? new Response() : undefined) }
  const fetch = (address: string) => {
    const answer = Promise.withResolvers<Response>()
    asked.set(address, answer)
    return answer.promise
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const done = warmCache({ caches, fetch }, ['a', 'cached', 'b', 'c', 'd', 'e', 'f'])
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd'])
  asked.get('a')?.reject(new TypeError('Failed to fetch'))
  const b = new Response('script')
  asked.get('b')?.resolve(b)
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  for (const { resolve } of asked.values()) resolve(new Response('', { status: 404 }))
  await done
  expect(b.bodyUsed).toBe(true)
})
