import { expect, test } from 'vitest'
import { createTakeover } from './takeover.ts'

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
  createTakeover(clock()).waitUntilTakeover(event, Promise.resolve('sent'))
  expect(await event.lasting[0]).toBe('sent')
})

test('the takeover ends events whose work gets no response, before and after it', async () => {
  const { waitUntilTakeover, prepareTakeover } = createTakeover(clock())
  const [before, after] = [createEvent(), createEvent()]
  waitUntilTakeover(before, new Promise(() => undefined))
  void prepareTakeover()
  waitUntilTakeover(after, new Promise(() => undefined))
  await expect(before.lasting[0]).rejects.toThrow('takes over')
  await expect(after.lasting[0]).rejects.toThrow('takes over')
})

test('a request without a response ends at the takeover, so that its sender gives up its turn', async () => {
  const { untilTakeover, prepareTakeover } = createTakeover(clock())
  const request = untilTakeover(new Promise(() => undefined))
  void prepareTakeover()
  await expect(request).rejects.toThrow('takes over')
  expect(await createTakeover(clock()).untilTakeover(Promise.resolve('received'))).toBe('received')
})

test('the takeover lasts until the pages have requested nothing for two seconds', async () => {
  const time = clock((at) => {
    if (at === 500 || at === 1300) onRequest()
  })
  const { onRequest, prepareTakeover } = createTakeover(time)
  await prepareTakeover()
  expect(time.now()).toBe(3300)
})

test('pages that never stop requesting do not keep the takeover from its end', async () => {
  const time = clock(() => onRequest())
  const { onRequest, prepareTakeover } = createTakeover(time)
  await prepareTakeover()
  expect(time.now()).toBe(4500)
})
