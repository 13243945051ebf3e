import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'

test('the first failure aborts the other parts, which are sent when the upload resumes', async () => {
  const { add, advance, clock, engine, objectStore, findStatus } = await runEngine()
  const { sendPart } = objectStore.transport
  const sent: number[] = []
  const cut: number[] = []
  objectStore.transport.sendPart = async ({ number }, { signal }) => {
    sent.push(number)
    await clock.sleep(number === 2 ? 100 : 5000, signal)
    if (!signal.aborted) return fail({ kind: 'refused', code: 'AccessDenied' })
    cut.push(number)
    return fail({ kind: 'aborted' })
  }
  await add(createFile('match.mp4', 30))
  while (sent.length < 4) await advance(10)
  await advance(200)
  expect(cut).toEqual([1, 3, 4])
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } })
  await advance(60_000)
  expect(sent).toEqual([1, 2, 3, 4])
  objectStore.transport.sendPart = sendPart
  await engine.command(['task-1'], 'resume')
  await advance(60_000)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
})

test.each([
  ['a part', 12, 0],
  ['a small file', 0, 9],
])('an unexpected failure of %s frees its place, and stops the other parts', async (_, ...size) => {
  const { add, advance, clock, engine, objectStore, findStatus } = await runEngine()
  const { sendPart, put } = objectStore.transport
  let [started, aborted] = [0, 0]
  const throwLater = async (_request: unknown, { signal }: { signal: AbortSignal }) => {
    started += 1
    await clock.sleep(5000, signal)
    if (signal.aborted) aborted += 1
    throw new Error('a mistake of ours')
  }
  objectStore.transport.sendPart = async (part, options) => {
    if (part.number > 1) return throwLater(part, options)
    throw new Error('a mistake of ours')
  }
  objectStore.transport.put = async () => {
    throw new Error('a mistake of ours')
  }
  await add(createFile('match.mp4', ...size))
  await advance(1000)
  expect(findStatus()).toMatchObject({ state: 'PAUSED', reason: { code: 'UnexpectedError' } })
  expect(aborted).toBe(started)
  // If the places stayed taken, the fifth try would never start.
  for (let tries = 0; tries < 5; tries += 1) {
    await engine.command(['task-1'], 'resume')
    await advance(1000)
  }
  Object.assign(objectStore.transport, { sendPart, put })
  await engine.command(['task-1'], 'resume')
  await advance(60_000)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
})
