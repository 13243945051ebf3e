import { expect, test } from 'vitest'
import { checkForPitch, type PitchFacts } from './pitch-check.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const day = 86_400_000
const missing = { app: 0, texts: 0, pictures: 0 }
const facts: PitchFacts = { missing, sessionEndsAt: now + 20 * day, persisted: true, clockOffsetMs: 0 }
const all = { films: true, app: true, texts: true, session: true, storage: true, clock: true, stuck: true }
const check = (other: Partial<PitchFacts> = {}, left: string[] = [], stuck = { entries: 0, files: 0 }) =>
  checkForPitch({ remainingModuleIds: left }, { ...facts, ...other }, stuck, now)

test('a device with everything is ready', () => {
  expect(check()).toEqual(all)
})

test('reports a missing film or text', () => {
  expect(check({ missing: { ...missing, texts: 1 } }, ['training-2'])).toEqual({
    ...all,
    films: false,
    texts: false,
  })
})

test('reports a missing file of the app, but the app opens without its pictures', () => {
  expect(check({ missing: { ...missing, app: 1, pictures: 12 } })).toEqual({ ...all, app: false })
  expect(check({ missing: { ...missing, pictures: 12 } })).toEqual(all)
})

test('is not ready when no service worker would open the app', () => {
  const { missing: _, ...unknown } = facts
  expect(checkForPitch({ remainingModuleIds: [] }, unknown, { entries: 0, files: 0 }, now)).toEqual({
    ...all,
    app: false,
    texts: false,
  })
})

test('recommends to renew a session that ends within a week, or whose end is unknown', () => {
  expect(check({ sessionEndsAt: now + 7 * day }).session).toBe(true)
  expect(check({ sessionEndsAt: now + 7 * day - 1 }).session).toBe(false)
  const { sessionEndsAt: _, ...unknown } = facts
  expect(checkForPitch({ remainingModuleIds: [] }, unknown, { entries: 0, files: 0 }, now).session).toBe(
    false,
  )
})

test('a clock may be two minutes wrong, in either direction', () => {
  expect(
    [120_000, -120_000, 120_001, -120_001].map((clockOffsetMs) => check({ clockOffsetMs }).clock),
  ).toEqual([true, true, false, false])
})

test('reports storage that may be evicted, and everything that waits for the coach', () => {
  expect(check({ persisted: false }).storage).toBe(false)
  expect(check({}, [], { entries: 1, files: 0 }).stuck).toBe(false)
  expect(check({}, [], { entries: 0, files: 1 }).stuck).toBe(false)
})
