import { expect, test } from 'vitest'
import { hashBody, type Entry } from '../entry/entry.ts'
import { createRequest } from '../events/events.ts'
import { draft } from '../testing/draft.ts'
import { createMemoryDisk, createMemoryStore } from '../testing/memory-store.ts'
import { packEntries } from './deliver-together.ts'

const event = (value: string) => ({ event_id: 3, value })

/** Entries as a store returns them, each with the hash of its request. */
const captured = async (...given: (Partial<Entry> & { key: string })[]): Promise<Entry[]> => {
  const store = createMemoryStore(createMemoryDisk())
  const entries: Entry[] = []
  for (const { key, ...rest } of given) {
    const made = { ...draft(key), name: 'event.logged.v1', payload: event(key), ...rest }
    const request = createRequest({ ...made, seq: 1 })
    const payloadHash = rest.payloadHash ?? (request.ok ? await hashBody(request.value.body) : '')
    entries.push(await store.capture({ ...made, payloadHash }))
  }
  return entries
}

const packed = async (entries: readonly Entry[]) =>
  (await packEntries(entries, hashBody)).map(({ entry, requestItem }) => [entry.key, requestItem.follows])

test('each entry names the one before it in each of its lanes', async () => {
  const entries = await captured(
    { key: 'a', lane: 'one' },
    { key: 'b', lane: 'two' },
    { key: 'c', lane: 'one' },
    { key: 'd', lane: 'three', after: ['one', 'two', 'four'] },
  )
  expect(await packed(entries)).toEqual([
    ['a', []],
    ['b', []],
    ['c', [0]],
    ['d', [2, 1]],
  ])
})

test('an entry whose bytes have changed since the capture stays here, with those behind it', async () => {
  const entries = await captured(
    { key: 'a', lane: 'one' },
    { key: 'b', lane: 'two', payloadHash: 'f'.repeat(64) },
    { key: 'c', lane: 'two' },
    { key: 'd', lane: 'three', after: ['two'] },
    { key: 'e', lane: 'one' },
  )
  expect(await packed(entries)).toEqual([
    ['a', []],
    ['e', [0]],
  ])
})

test('a request is smaller than the 64 KiB that the server accepts, counted in bytes', async () => {
  const long = 'ã'.repeat(200)
  const payload = { fields: { a: long, b: long, c: long, d: long, e: long } }
  const keys = Array.from({ length: 50 }, (_, at) => `key-${at}`)
  const entries = await captured(...keys.map((key) => ({ key, name: 'fields.saved.v1', payload })))
  const sent = (await packEntries(entries, hashBody)).map(({ requestItem }) => requestItem)
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.length).toBeLessThan(50)
  expect(
    new TextEncoder().encode(JSON.stringify({ customer_id: 'coach-a', entries: sent })).length,
  ).toBeLessThan(65_536)
})
