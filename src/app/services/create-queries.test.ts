import { expect, test } from 'vitest'
import { createDeferred } from '../../lib/async/deferred.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { changePersisted, createQueries } from './create-queries.ts'

const log = { warn: () => undefined, error: () => undefined }
const queryKey = ['customer', 'ana', 'status']

/**
 * Opens the app on a device. Returns the result that it shows first, and a function for the current result.
 */
const open = async (stored: Map<string, unknown>, queryFn: () => Promise<string>) => {
  const queries = createQueries({ customer: () => 'ana', values: memoryKeyValues(stored), log })
  const first = await queries.fetchQuery({ queryKey, queryFn, retry: false })
  return { first, now: () => queries.getQueryData(queryKey) }
}

/** A device on which the app was opened before. */
const usedDevice = async () => {
  const stored = new Map<string, unknown>()
  await open(stored, async () => 'old')
  await expect.poll(() => stored.size).toBe(1)
  return stored
}

test('restores a result after a restart, and updates it', async () => {
  const { first, now } = await open(await usedDevice(), async () => 'new')
  expect(first).toBe('old')
  await expect.poll(() => now()).toBe('new')
})

test('fetches a result again after the clock was set back', async () => {
  const queries = createQueries({ customer: () => 'ana', values: memoryKeyValues(), log })
  const queryFn = async () => 'new'
  queries.setQueryData(queryKey, 'old', { updatedAt: Date.now() + 3_600_000 })
  expect(await queries.fetchQuery({ queryKey, queryFn })).toBe('new')
  expect(await queries.fetchQuery({ queryKey, queryFn: async () => 'newer' })).toBe('new')
})

test('never shows the old version of a persisted result that was changed before it was read', async () => {
  const stored = await usedDevice()
  const values = memoryKeyValues(stored)
  await changePersisted(values, ['customer', 'eva'], () => 'of somebody else')
  await changePersisted(values, ['customer', 'ana'], (data) => `${String(data)} but changed`)
  expect((await open(stored, async () => 'new')).first).toBe('old but changed')
})

test('keeps the persisted result without a connection, and does not fail', async () => {
  let asked = 0
  const { first, now } = await open(await usedDevice(), async () => {
    asked += 1
    throw new Error('no-answer')
  })
  expect(first).toBe('old')
  await expect.poll(() => asked).toBe(1)
  expect(now()).toBe('old')
})

test('shows the data on a device without free space', async () => {
  const full: KeyValues = {
    ...memoryKeyValues(),
    write: () => Promise.reject(new Error('QuotaExceededError')),
  }
  const warned: string[] = []
  const queries = createQueries({
    customer: () => 'ana',
    values: full,
    log: { ...log, warn: (text) => warned.push(text) },
  })
  expect(await queries.fetchQuery({ queryKey, queryFn: async () => 'fresh' })).toBe('fresh')
  await expect.poll(() => warned).toHaveLength(1)
})

test('does not persist results that are not about the customer, such as an admin’s devices', async () => {
  const stored = new Map<string, unknown>()
  const queries = createQueries({ customer: () => 'ana', values: memoryKeyValues(stored), log })
  await queries.fetchQuery({ queryKey: ['admin', 'ana', 'devices'], queryFn: async () => 'devices' })
  await queries.fetchQuery({ queryKey, queryFn: async () => 'own' })
  await expect.poll(() => stored.size).toBe(1)
  expect(JSON.stringify([...stored])).not.toContain('devices')
})

test.each([undefined, 'ben'])(
  'does not persist a result that arrives after the sign-out, when %s is signed in',
  async (next) => {
    const stored = new Map<string, unknown>()
    let signedIn: string | undefined = 'ana'
    const queries = createQueries({ values: memoryKeyValues(stored), customer: () => signedIn, log })
    const late = createDeferred<string>()
    const fetching = queries.fetchQuery({ queryKey, queryFn: () => late.promise })
    signedIn = next
    late.resolve('what Ana did')
    await fetching
    signedIn = 'ben'
    await queries.fetchQuery({ queryKey: ['customer', 'ben', 'status'], queryFn: async () => 'today' })
    await expect.poll(() => stored.size).toBe(1)
    expect(JSON.stringify([...stored])).not.toContain('what Ana did')
  },
)
