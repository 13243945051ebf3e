import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { healthApi } from '../contract/product-api/health-api.ts'
import { fail, ok } from '../lib/result.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { createHealth } from './create-health.ts'
import { createSendHealth } from './send-health.ts'

const origin = 'https://barriers.example'
const signal = new AbortController().signal
const route = '/$locale/courses'

const start = () => {
  const world = {
    now: 1_800_000_000_000,
    stored: new Map<string, unknown>(),
    sent: [] as unknown[],
    refuse: undefined as ErrorCode | undefined,
    warned: [] as string[],
    full: false,
  }
  const values = memoryKeyValues(world.stored)
  const update: typeof values.update = async (key, change) => {
    if (world.full) throw new DOMException('No room', 'QuotaExceededError')
    return values.update(key, change)
  }
  const call = (async (_name: string, body: unknown) => {
    world.sent.push(v.parse(healthApi.appHealth.body, body))
    return world.refuse ? fail({ code: world.refuse, status: 400 }) : ok({})
  }) as ProductApiClient['call']
  const now = () => world.now
  const given = { keyValues: { ...values, update }, now, origin }
  const health = createHealth({ ...given, place: 'page', version: async () => '0.1.0+abcdefgh' })
  const log = { warn: (message: string) => void world.warned.push(message), error: () => undefined }
  const send = createSendHealth({ ...given, api: { call }, log })
  return { world, health, send: () => send('coach-a', signal) }
}

const happen = async ({ health }: ReturnType<typeof start>) => {
  await health.countError(new TypeError('No "Ana Silva"'), route)
  await health.addVitals([{ vital: 'LCP', route, value: 1234 }])
  await health.countUpload({ outcome: 'completed' })
}

test('stores and sends nothing without consent', async () => {
  const app = start()
  await happen(app)
  await app.send()
  expect([...app.world.stored.values()].filter((value) => value !== undefined)).toEqual([])
  expect(app.world.sent).toEqual([])
})

test('sends once after consent, without anything that identifies a person', async () => {
  const app = start()
  await app.health.setAllowed(true)
  await happen(app)
  await app.send()
  await app.send()
  expect(app.world.sent).toEqual([
    {
      customer_id: 'coach-a',
      errors: [
        {
          place: 'page',
          version: '0.1.0+abcdefgh',
          route,
          message: 'TypeError: No <text>',
          stack: [],
          count: 1,
        },
      ],
      vitals: [{ vital: 'LCP', route, value: 1234 }],
      uploads: [{ outcome: 'completed', count: 1 }],
    },
  ])
})

test('deletes what was not sent when consent is withdrawn, and stops counting', async () => {
  const app = start()
  await app.health.setAllowed(true)
  await happen(app)
  await app.health.setAllowed(false)
  expect(app.world.stored.size).toBe(0)
  await happen(app)
  await app.send()
  expect(app.world.sent).toEqual([])
})

test('keeps what was collected when the next visit consents again', async () => {
  const app = start()
  await app.health.setAllowed(true)
  await happen(app)
  await app.health.setAllowed(true)
  await app.send()
  expect(app.world.sent).toHaveLength(1)
})

test.each<[ErrorCode, number]>([
  ['no-answer', 2],
  ['signed-out', 2],
  ['too-many-requests', 2],
  // An instance of the previous release, which lacks the call.
  ['not-found', 2],
  ['invalid-body', 1],
  ['too-large', 1],
])('after %s sends %i times', async (code, count) => {
  const app = start()
  await app.health.setAllowed(true)
  await happen(app)
  app.world.refuse = code
  await app.send()
  app.world.refuse = undefined
  await app.send()
  expect(app.world.sent).toHaveLength(count)
})

test('silently drops records on a full device', async () => {
  const app = start()
  await app.health.setAllowed(true)
  app.world.full = true
  await happen(app)
  app.world.full = false
  await app.send()
  expect([app.world.sent, app.world.warned]).toEqual([[], []])
})

test('starts again when an older version stored another format', async () => {
  const app = start()
  app.world.stored.set('collected', { errors: 'many' })
  await app.health.setAllowed(true)
  await happen(app)
  await app.send()
  expect(app.world.sent).toHaveLength(1)
})
