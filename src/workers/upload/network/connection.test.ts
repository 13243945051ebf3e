import { describe, expect, test } from 'vitest'
import { createFile, runEngine } from '../testing/running-engine.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { createConnection } from './connection.ts'

const minute = 60_000

describe('the connection', () => {
  test('lost for hours uses up no retries, and the upload resumes within 2 s after it is back', async () => {
    const { add, advance, errors, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 12))
    await advance(350)
    objectStore.network.up = false
    await advance(400)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    await advance(3 * 60 * minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    objectStore.network.up = true
    const before = objectStore.requests.length
    await advance(2000)
    expect(objectStore.requests.length).toBeGreaterThan(before)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
    expect(errors).toEqual([])
  })

  test('lost and found again does not resume an upload that the person paused', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 12))
    await advance(350)
    objectStore.network.up = false
    await advance(1000)
    await engine.command(['task-1'], 'pause')
    objectStore.network.up = true
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
  })

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'is found again within 2 s, although requests to the dead network hang (%i)',
    async (more) => {
      const { clock, advance } = createVirtualClock()
      const network = { up: false }
      const connection = createConnection(async () => {
        if (network.up) return true
        await clock.sleep(5000)
        return false
      }, clock)
      void connection.checkLost()
      await advance(5000)
      expect(connection.isLost()).toBe(true)
      await advance(3 * minute + more * 1000)
      network.up = true
      await advance(2000)
      expect(connection.isLost()).toBe(false)
    },
  )
})
