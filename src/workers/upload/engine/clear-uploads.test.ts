import { expect, test } from 'vitest'
import { fileOf, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

test('a sign-out ends what is not finished, also on the server, and keeps no record of it', async () => {
  const { add, advance, engine, objectStore, rows, tasks } = await runEngine({ latency: () => 100 })
  await add(...['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(`${name}.mp4`, 3)))
  await advance(350)
  await engine.command(['task-2'], 'pause')
  await advance(100)
  const cleared = engine.clear('ana')
  await advance(minute)
  await cleared
  expect([...tasks.values()].every(({ status }) => status.state === 'CANCELLED')).toBe(true)
  expect(objectStore.uploads.size).toBe(0)
  expect(rows.size).toBe(0)
})

test('without a connection it does not hold anybody back, and the next sign-in does the rest', async () => {
  const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
  await add(fileOf('a.mp4', 9))
  await advance(350)
  objectStore.transport.abort = () => new Promise(() => undefined)
  let isCleared = false
  void engine.clear('ana').then(() => (isCleared = true))
  await advance(11_000)
  expect(isCleared).toBe(true)
  expect(rows.get('task-1')?.status).toEqual({ state: 'CANCELLED' })
})

test('the uploads of another customer stay', async () => {
  const { add, advance, engine, objectStore, tasks } = await runEngine({ latency: () => 100 })
  await add(fileOf('a.mp4', 9))
  await advance(350)
  await engine.session('ben')
  const cleared = engine.clear('ben')
  await advance(minute)
  await cleared
  expect(tasks.get('task-1')?.status).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
  expect(objectStore.uploads.size).toBe(1)
})
