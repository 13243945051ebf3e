import { expect, test } from 'vitest'
import { createHandOver } from './hand-over.ts'

/** A clock that only moves while something sleeps. */
const clock = (onTick: (time: number) => void = () => undefined) => {
  let time = 0
  return {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
      onTick(time)
    },
  }
}

const createEvent = () => {
  const lasting: Promise<unknown>[] = []
  return { lasting, waitUntil: (work: Promise<unknown>) => void lasting.push(work) }
}

test('an event lasts until its work is done', async () => {
  const event = createEvent()
  createHandOver(clock()).waitUntilHandOver(event, Promise.resolve('sent'))
  expect(await event.lasting[0]).toBe('sent')
})

test('the hand-over ends events whose work gets no response, before and after it', async () => {
  const { waitUntilHandOver, handOver } = createHandOver(clock())
  const [before, after] = [createEvent(), createEvent()]
  waitUntilHandOver(before, new Promise(() => undefined))
  void handOver()
  waitUntilHandOver(after, new Promise(() => undefined))
  await expect(before.lasting[0]).rejects.toThrow('takes over')
  await expect(after.lasting[0]).rejects.toThrow('takes over')
})

test('a request without a response ends at the hand-over, so that its sender gives up its turn', async () => {
  const { untilHandOver, handOver } = createHandOver(clock())
  const request = untilHandOver(new Promise(() => undefined))
  void handOver()
  await expect(request).rejects.toThrow('takes over')
  expect(await createHandOver(clock()).untilHandOver(Promise.resolve('received'))).toBe('received')
})

test('the hand-over lasts until the pages have requested nothing for two seconds', async () => {
  const time = clock((at) => {
    if (at === 500 || at === 1300) onRequest()
  })
  const { onRequest, handOver } = createHandOver(time)
  await handOver()
  expect(time.now()).toBe(3300)
})

test('pages that never stop requesting do not keep the hand-over from its end', async () => {
  const time = clock(() => onRequest())
  const { onRequest, handOver } = createHandOver(time)
  await handOver()
  expect(time.now()).toBe(4500)
})
