import { expect, test } from 'vitest'
import { isServerThere } from './is-server-there.ts'

test.each([
  ['our server, by the nonce', '{"nonce":"n"}', true],
  ['nobody who repeats another', '{"nonce":"m"}', false],
  ['no other JSON', 'null', false],
])('recognises %s', async (_, body, expected) => {
  const fetch = async () => new Response(body)
  expect(await isServerThere({ fetch, nonce: 'n' })).toBe(expected)
})

test('times out on a network that never responds', async () => {
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  await expect(isServerThere({ fetch, nonce: 'n', timeout: 10 })).rejects.toThrow('timeout')
})
