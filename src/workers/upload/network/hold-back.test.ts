import { expect, test } from 'vitest'
import type { NetworkView } from '../../../uploads/contract.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

const network = (held?: NetworkView['held']) => {
  let now = held
  const listeners: (() => void)[] = []
  return {
    gate: {
      getView: () => ({
        wifiOnly: true,
        obeyDataSaver: true,
        knows: { wifi: true, dataSaver: true },
        ...(now && { held: now }),
      }),
      set: async () => undefined,
      subscribe: (listener: () => void) => void listeners.push(listener),
    },
    become: (next: NetworkView['held']) => {
      now = next
      for (const listener of listeners) listener()
    },
  }
}

test.each(['wifi-needed', 'data-saver'] as const)(
  'an upload under way waits for a connection (%s), uses no retries, and resumes by itself',
  async (held) => {
    const { gate, become } = network()
    const { add, advance, objectStore, findStatus, changes } = await runEngine({
      network: gate,
      latency: () => 100,
    })
    await add(createFile('match.mp4', 8))
    await advance(250)
    become(held)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: held } })
    expect(changes.at(-1)?.network.held).toBe(held)
    const asked = objectStore.requests.length
    await advance(minute)
    expect(objectStore.requests).toHaveLength(asked)
    become(undefined)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  },
)

test('resuming sends nothing over an unwanted connection', async () => {
  const { gate } = network('wifi-needed')
  const { add, advance, engine, objectStore, findStatus } = await runEngine({ network: gate })
  await add(createFile('match.mp4', 8))
  await engine.command(['task-1'], 'start')
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'wifi-needed' } })
  expect(objectStore.requests).toEqual([])
})

test('an upload that the person paused stays paused after the wait for Wi-Fi', async () => {
  const { gate, become } = network()
  const { add, advance, engine, findStatus } = await runEngine({ network: gate, latency: () => 100 })
  await add(createFile('match.mp4', 8))
  await advance(250)
  become('wifi-needed')
  await engine.command(['task-1'], 'pause')
  become(undefined)
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
})
