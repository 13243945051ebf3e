import { expect, onTestFinished, test, vi } from 'vitest'
import { createCorrectedClock } from './corrected-clock.ts'

const start = (deviceTime: number, stored = new Map<string, unknown>()) => {
  const clock = createCorrectedClock({
    values: {
      read: async (key) => stored.get(key),
      write: async (key, value) => void stored.set(key, value),
    },
    now: () => deviceTime,
    zone: () => 'America/Sao_Paulo',
  })
  const hear = (date: string) =>
    clock.observe(async () => new Response('', { headers: { Date: date } }))('/api')
  return { clock, hear, stored }
}

const server = Date.parse('2026-01-01T12:00:00Z')
const date = new Date(server).toUTCString()
const hour = 3_600_000

test('corrects a clock that is an hour behind, even after a restart', async () => {
  const { clock, hear, stored } = start(server - hour)
  await hear(date)
  const moment = { device: server - hour, corrected: server, zone: 'America/Sao_Paulo' }
  expect(await clock.moment()).toEqual(moment)
  expect(await start(server - hour, stored).clock.moment()).toEqual(moment)
})

test('trusts a clock again that was set right', async () => {
  const { clock, hear } = start(server, new Map([['clock-offset', hour]]))
  await hear(date)
  expect(await clock.moment()).toMatchObject({ corrected: server })
})

test('ignores a difference smaller than the time of a response', async () => {
  const { clock, hear } = start(server - 3000)
  await hear(date)
  expect(await clock.moment()).toMatchObject({ corrected: server - 3000 })
})

test.each([
  ['the page was frozen for an hour', hour],
  ['the clock was set back by an hour', -hour],
])('ignores a response during which %s', async (_, passed) => {
  let now = server
  const clock = createCorrectedClock({
    values: { read: async () => undefined, write: async () => undefined },
    now: () => now,
  })
  const respond = clock.observe(async () => {
    now += passed
    return new Response('', { headers: { Date: date } })
  })
  await respond('/api')
  const { device, corrected } = await clock.moment()
  expect(corrected).toBe(device)
})

test.each(['', 'yesterday'])('ignores a response with the date %j', async (said) => {
  const { clock, hear } = start(server - hour)
  await hear(said)
  expect(await clock.moment()).toMatchObject({ corrected: server - hour })
})

test('a database that does not respond does not delay the time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const silent = () => new Promise<never>(() => undefined)
  const clock = createCorrectedClock({ values: { read: silent, write: silent }, now: () => server - hour })
  const moment = clock.moment()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.race([moment, Promise.resolve('nothing')])).toMatchObject({ corrected: server - hour })
  await clock.observe(async () => new Response('', { headers: { Date: date } }))('/api')
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.race([clock.moment(), vi.advanceTimersByTimeAsync(0)])).toMatchObject({
    corrected: server,
  })
})
