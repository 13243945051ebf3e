import { CookieStorage } from 'aws-amplify/utils'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createCoach } from './testing/coaches.ts'
import { getCallName, withNetwork } from './testing/network-faults.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// Limits of Amplify itself (specification §9), which an update of Amplify could change.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

/** Loads the pauses of the Amplify that the app uses. Their module is private. */
const loadBackoff = async () => {
  const clients = '@aws-amplify/core/internals/aws-client-utils'
  const path = createRequire(import.meta.resolve('aws-amplify')).resolve(clients)
  const module: { jitteredBackoff: (attempt: number) => number } = await import(
    new URL('../../esm/clients/index.mjs', `file://${path}`).href
  )
  return module.jitteredBackoff
}

test('Amplify doubles its pauses, and none is longer than 300,000 ms', async () => {
  const computePause = await loadBackoff()
  onTestFinished(() => void vi.restoreAllMocks())
  for (const random of [0, 0.999]) {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const pauses = Array.from({ length: 100 }, (_, index) => computePause(index + 1))
    expect(pauses.slice(0, 2)).toEqual([200 + 100 * random, 400 + 100 * random])
    expect(pauses.filter((pause) => pause > 300_000)).toEqual([])
    expect(pauses.at(-1)).toBe(300_000)
  }
})

test('a call that Amplify repeats by itself fails after three attempts, with two short pauses', async () => {
  const { tab, userID } = await createCoach(services, 'en-GB')
  const { read } = await tab.loadSecondFactor()
  onTestFinished(() => void vi.restoreAllMocks())
  let attempts = 0
  const pauses: unknown[] = []
  const outcome = await withNetwork(
    (fetch) => async (input, init) => {
      if (getCallName(input, init) !== 'GetUser') return fetch(input, init)
      attempts += 1
      throw new TypeError('Failed to fetch')
    },
    async () => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      const timer = vi.spyOn(globalThis, 'setTimeout')
      const result = await read(userID)
      pauses.push(...timer.mock.calls.map(([, ms]) => ms))
      return result
    },
  )
  expect(outcome).toMatchObject({ ok: false, error: { message: 'error.network' } })
  expect(attempts).toBe(3)
  // Among other timers, such as those of locks.
  expect(pauses.filter((ms) => ms === 250 || ms === 450)).toEqual([250, 450])
})

// The journey `secrets.spec.ts` shows that the app has no such cookie.
test('a cookie of Amplify, which this app never creates, expires after 365 days', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  await new CookieStorage().setItem('key', 'text')
  expect(page.cookie).toContain('expires=Fri, 01 Jan 2027 00:00:00 GMT')
})
