import { describe, expect, test } from 'vitest'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createDevice, createFile, mine } from '../testing/running-engine.ts'

const minute = 60_000

describe('a tab that takes over', () => {
  const noRoom = () => createMemoryCopies(new Map(), { free: 0 })

  test('resumes a task that waited for a sign-in, if the coach is signed in now', async () => {
    let isOver = true
    const file = createFile('match.mp4', 20)
    const device = createDevice({
      latency: () => 1000,
      trouble: (name) => (isOver && name === 'sendPart' ? { kind: 'sign-in-needed' } : undefined),
    })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(5000)
    expect(device.rows.get('task-1')?.status).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    isOver = false
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test('leaves the tasks of others waiting for their sign-in', async () => {
    const file = createFile('match.mp4', 20)
    const device = createDevice({ latency: () => 1000 })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(5000)
    const next = await device.begin()
    await next.session('ben')
    await next.load(new Map([['task-1', file]]))
    await device.advance(1000)
    expect(device.findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
  })

  test('does not resume with its own file when the owner before was given an edited one', async () => {
    const device = createDevice({ latency: () => 1000, copies: noRoom() })
    const file = createFile('match.mp4', 40)
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(3500)
    await first.command(['task-1'], 'pause')
    await device.advance(1000)
    await first.give('task-1', { file: createFile('match.mp4', 40, 0, 1_800_000_000_000) })
    await first.command(['task-1'], 'resume')
    await device.advance(2000)
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.findStatus()).toEqual({
      state: 'PAUSED',
      reason: { kind: 'file-needed', because: 'restart' },
    })
  })
})
