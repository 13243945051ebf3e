import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { createProfileCache, profileCacheLimits } from './profile-cache.ts'

const log = { warn: () => undefined, error: () => undefined }
const profile = v.object({ firstName: v.string() })
const threeDays = 3 * 24 * 60 * 60 * 1000

afterEach(() => void vi.useRealTimers())

test('has the limits of the specification', () => {
  expect(profileCacheLimits).toEqual({
    capacityInBytes: 1024 * 1024,
    itemMaxSize: 210_000,
    defaultTTL: threeDays,
    defaultPriority: 5,
    warningThreshold: 0.8,
  })
})

test('returns a profile for three days, not longer', async () => {
  await createProfileCache(log).write('42/details', { firstName: 'Ana' })
  expect(await createProfileCache(log).read('42/details', profile)).toEqual({ firstName: 'Ana' })
  vi.useFakeTimers({ now: Date.now() + threeDays - 10_000, toFake: ['Date'] })
  expect(await createProfileCache(log).read('42/details', profile)).toEqual({ firstName: 'Ana' })
  vi.useFakeTimers({ now: Date.now() + 20_000, toFake: ['Date'] })
  expect(await createProfileCache(log).read('42/details', profile)).toBeUndefined()
})

test('does not cache a profile larger than 210,000 bytes, and does not fail', async () => {
  const cache = createProfileCache(log)
  await cache.write('42/large', { firstName: 'a'.repeat(210_000) })
  expect(await cache.read('42/large', profile)).toBeUndefined()
  await cache.write('42/fits', { firstName: 'a'.repeat(209_000) })
  expect(await cache.read('42/fits', profile)).toBeDefined()
})

test('returns nothing for another person, another shape or a cleared cache', async () => {
  const cache = createProfileCache(log)
  await cache.write('42/details', { firstName: 'Ana' })
  expect(await cache.read('43/details', profile)).toBeUndefined()
  expect(await cache.read('42/details', v.object({ lastName: v.string() }))).toBeUndefined()
  await cache.clear()
  expect(await cache.read('42/details', profile)).toBeUndefined()
})

test('reads and writes skip a cache script that fails to load; clearing logs a warning, as data may remain', async () => {
  const warnings: string[] = []
  let isThere = false
  const cache = createProfileCache({ ...log, warn: (message) => warnings.push(message) }, async () => {
    // WebKit fails every download with this error once the page is being left.
    if (!isThere) throw new TypeError('Importing a module script failed.')
    return import('./amplify-cache.ts')
  })
  expect(await cache.read('42/details', profile)).toBeUndefined()
  await cache.write('42/details', { firstName: 'Ana' })
  expect(warnings).toEqual([])
  await cache.clear()
  expect(warnings).toHaveLength(1)
  isThere = true
  await cache.write('42/details', { firstName: 'Ana' })
  expect(await cache.read('42/details', profile)).toEqual({ firstName: 'Ana' })
})
