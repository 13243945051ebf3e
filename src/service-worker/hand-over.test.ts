import { expect, test } from 'vitest'
import { createHandOver } from './hand-over.ts'

const eventOf = () => {
  const lasting: Promise<unknown>[] = []
  return { lasting, waitUntil: (work: Promise<unknown>) => void lasting.push(work) }
}

test('an event lasts until its work is done', async () => {
  const event = eventOf()
  createHandOver().waitUntil(event, Promise.resolve('sent'))
  expect(await event.lasting[0]).toBe('sent')
})

test('the hand-over ends events whose work gets no response, before and after it', async () => {
  const { waitUntil, end } = createHandOver()
  const [before, after] = [eventOf(), eventOf()]
  waitUntil(before, new Promise(() => undefined))
  end()
  waitUntil(after, new Promise(() => undefined))
  await expect(before.lasting[0]).rejects.toThrow('takes over')
  await expect(after.lasting[0]).rejects.toThrow('takes over')
})

test('a request without a response ends at the hand-over, so that its sender gives up its turn', async () => {
  const { untilEnd, end } = createHandOver()
  const request = untilEnd(new Promise(() => undefined))
  end()
  await expect(request).rejects.toThrow('takes over')
  expect(await createHandOver().untilEnd(Promise.resolve('received'))).toBe('received')
})
