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
