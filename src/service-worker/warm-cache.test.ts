import { expect, test } from 'vitest'
import { warmCache } from './warm-cache.ts'

test('requests missing files a few at a time, even if one of them fails', async () => {
  const asked = new Map<string, PromiseWithResolvers<Response>>()
  const isCached = async (url: string) => url === 'cached'
  const fetchWhole = ({ url }: { url: string }) => {
    const answer = Promise.withResolvers<Response>()
    asked.set(url, answer)
    return answer.promise
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const files = ['a', 'cached', 'b', 'c', 'd', 'e', 'f'].map((url) => ({ url }))
  const warmed = warmCache({ isCached, fetchWhole }, files)
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd'])
  asked.get('a')?.reject(new TypeError('Failed to fetch'))
  const b = new Response('script')
  asked.get('b')?.resolve(b)
  expect(await warmed.get('a')).toBe(false)
  expect(await warmed.get('b')).toBe(true)
  expect(b.bodyUsed).toBe(true)
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  for (const { resolve } of asked.values()) resolve(new Response('', { status: 404 }))
  expect(await Promise.all(warmed.values())).toEqual([false, true, true, false, false, false, false])
})
