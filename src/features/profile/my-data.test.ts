import { expect, test, vi } from 'vitest'
import { createDeferred } from '../../lib/async/deferred.ts'
import { createCelebration } from '../../learning/celebration.ts'
import { createFavourites } from '../../learning/favourites.ts'
import { createOpenedPages } from '../../learning/opened-pages.ts'
import { createSavedPosition } from '../../learning/saved-position.ts'
import { createSeenOnDevice } from '../../learning/seen-on-device.ts'
import { createVideoPosition } from '../../learning/video-position.ts'
import { fail, ok } from '../../lib/result.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { storedUser } from '../../session/testing/coach.ts'
import { collectMyData } from './my-data.ts'

type Deps = Parameters<typeof collectMyData>[0]

const coach = storedUser()

/** Collects a coach's data while the product API's response is pending. */
const reading = (haltIfLeft: Deps['haltIfLeft'] = async () => undefined, drafts = memoryKeyValues()) => {
  const stored = createDeferred<unknown>()
  const session = { current: coach.userID as string | undefined }
  const call = vi.fn((name: string, ..._sent: unknown[]) =>
    name === 'myData' ? stored.promise : Promise.resolve(ok({})),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the file is read from
  const deps = {
    user: coach,
    session: { customer: () => session.current, requestIdentityToken: async () => ok('token') },
    api: { call },
    outbox: {
      snapshot: () => ({ entries: [] }),
      readJournal: async () => [],
      readReceipts: async () => [],
    },
    uploads: { snapshot: () => ({ tasks: [] }), storage: { list: async () => ok({ files: [] }) } },
    person: { exportAll: async () => ({}), snapshot: () => ({}) },
    drafts,
    now: () => new Date(0),
    haltIfLeft,
  } as unknown as Deps
  return { stored, session, call, data: collectMyData(deps) }
}

test('creates no incomplete file for a coach who signs out during the download', async () => {
  const { stored, session, data } = reading()
  session.current = undefined
  stored.resolve(fail({ code: 'signed-out' }))
  expect(await data).toBeUndefined()
})

test('creates no file for another coach who signed in meanwhile', async () => {
  const { stored, session, data } = reading()
  session.current = 'another-coach'
  stored.resolve(ok({ tables: {} }))
  expect(await data).toBeUndefined()
})

test('creates no file when leaving the page aborts its requests', async () => {
  const asked = createDeferred<undefined>()
  const { stored, data } = reading(() => {
    asked.resolve(undefined)
    return new Promise(() => undefined)
  })
  stored.resolve(fail({ code: 'no-answer' }))
  await asked.promise
  expect(await Promise.race([data, Promise.resolve('no file')])).toBe('no file')
})

test('lists what could not be read in the file of a coach who is still signed in', async () => {
  const { stored, data } = reading()
  stored.resolve(fail({ code: 'server-failed' }))
  expect(await data).toMatchObject({
    missing: 1,
    content: { services: { product: { stored: { unavailable: 'server-failed' } } } },
  })
})

test('allows more time than any other call, for much data on a slow connection', async () => {
  const { stored, call, data } = reading()
  stored.resolve(ok({ tables: {} }))
  await data
  expect(call).toHaveBeenCalledWith('myData', { customer_id: coach.userID }, { timeout: 300_000 })
})

test('contains what the coach did in the modules on this device, and nothing of another coach', async () => {
  const drafts = memoryKeyValues()
  const places = (customer: string) => createSavedPosition(drafts, customer, 'training-1')
  await places(coach.userID).write({ step: 'run', page: 2 })
  await places('another-coach').write({ step: 'check', page: 1 })
  await createOpenedPages(drafts, coach.userID, 'training-1').write(['run 1', 'run 2'])
  await createVideoPosition(drafts, coach.userID, 'training-1').write(83)
  await createSeenOnDevice(drafts, coach.userID)
    .getValue('training-1')
    .write({ watched: [[0, 83]], read: false })
  await createCelebration(drafts, coach.userID, 'training-1').write(true)
  await createCelebration(drafts, 'another-coach', 'training-2').write(true)
  await createFavourites(drafts, coach.userID).write(['training-1'])
  await drafts.write(`${coach.userID}/training-1/survey`, { q1: 'A' })
  const { stored, data } = reading(undefined, drafts)
  stored.resolve(ok({ tables: {} }))
  const { content } = (await data) ?? {}
  expect(content).toMatchObject({
    device: {
      drafts: { 'training-1/survey': { q1: 'A' } },
      places: { 'training-1': { step: 'run', page: 2 } },
      opened: { 'training-1': ['run 1', 'run 2'] },
      positions: { 'training-1': 83 },
      seen: { 'training-1': { watched: [[0, 83]] } },
      celebrations: { 'training-1': true },
      favourites: ['training-1'],
    },
  })
  expect(JSON.stringify(content)).not.toContain('"check"')
})
