import { expect, test } from 'vitest'
import { toReadableStream } from './to-readable-stream.ts'

const endless = () => {
  const state = { made: 0, ended: false }
  async function* chunks() {
    try {
      for (;;) yield ++state.made
    } finally {
      state.ended = true
    }
  }
  return { state, chunks: chunks() }
}

test('produces nothing before it is read', async () => {
  const { state, chunks } = endless()
  const reader = toReadableStream(chunks).getReader()
  expect(await reader.read()).toEqual({ done: false, value: 1 })
  expect(await reader.read()).toEqual({ done: false, value: 2 })
  expect(state.made).toBe(2)
})

test('stops producing when the reader stops', async () => {
  const { state, chunks } = endless()
  const reader = toReadableStream(chunks).getReader()
  await reader.read()
  await reader.cancel()
  expect(state.ended).toBe(true)
})

test('ends with the last chunk, and fails with the error that is thrown', async () => {
  async function* twoAndAFault() {
    yield 'a'
    yield 'b'
    throw new Error('gone')
  }
  const reader = toReadableStream(twoAndAFault()).getReader()
  expect([(await reader.read()).value, (await reader.read()).value]).toEqual(['a', 'b'])
  await expect(reader.read()).rejects.toThrow('gone')
  async function* one() {
    yield 'a'
  }
  expect(await new Response(toReadableStream(one()).pipeThrough(new TextEncoderStream())).text()).toBe('a')
})
