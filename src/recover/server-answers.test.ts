import { expect, test } from 'vitest'
import { serverAnswers } from './server-answers.ts'

test.each([
  ['our server, by the nonce', '{"nonce":"n"}', true],
  ['nobody who repeats another', '{"nonce":"m"}', false],
  ['no other JSON', 'null', false],
])('it knows %s', async (_, body, expected) => {
  const fetch = async () => new Response(body)
  expect(await serverAnswers({ fetch, nonce: 'n' })).toBe(expected)
})

test('a network that swallows everything is no answer', async () => {
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  await expect(serverAnswers({ fetch, nonce: 'n', patience: 10 })).rejects.toThrow('timeout')
})
