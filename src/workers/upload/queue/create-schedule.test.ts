import { expect, test } from 'vitest'
import { createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

test.each([
  ['in parts', 3, 0],
  ['in one request', 0, 9],
])('an upload %s that fails unexpectedly pauses, and can be retried', async (_, ...size) => {
  const { add, advance, engine, errors, objectStore, findStatus } = await runEngine()
  const { head } = objectStore.transport
  objectStore.transport.head = async () => {
    throw new Error('a mistake of ours')
  }
  await add(createFile('match.mp4', ...size))
  await advance(minute)
  expect(findStatus()).toEqual({
    state: 'PAUSED',
    reason: { kind: 'server-refused', code: 'UnexpectedError' },
  })
  expect(errors).toContain('An upload failed unexpectedly')
  objectStore.transport.head = head
  await engine.command(['task-1'], 'resume')
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
})

test('a cancelled upload whose abort fails unexpectedly does not hold up the others', async () => {
  const { add, advance, engine, errors, objectStore, tasks } = await runEngine({ latency: () => 100 })
  objectStore.transport.abort = async () => {
    throw new Error('a mistake of ours')
  }
  await add(...['a', 'b', 'c', 'd'].map((name) => createFile(`${name}.mp4`, 9)))
  await advance(350)
  await engine.command(['task-1'], 'cancel')
  await advance(minute)
  expect(errors).toEqual(['A cancelled upload failed unexpectedly'])
  const states = [...tasks.values()].map(({ status }) => status.state)
  expect(states).toEqual(['CANCELLED', 'COMPLETED', 'COMPLETED', 'COMPLETED'])
})

test('a connection that is back before the task pauses for its loss holds nothing up', async () => {
  let losses = 1
  const { add, advance, findStatus } = await runEngine({
    trouble: (name) => (name === 'sendPart' && losses > 0 ? { kind: 'unreachable' } : undefined),
    connection: {
      isLost: () => false,
      checkLost: async () => losses-- > 0,
      subscribe: () => () => undefined,
    },
  })
  await add(createFile('match.mp4', 3))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
})
