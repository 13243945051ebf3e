import { describe, expect, test } from 'vitest'
import type { NetworkSettings } from '../../../uploads/commands.ts'
import { createNetworkGate } from './create-network-gate.ts'

const log = { warn: () => undefined, error: () => undefined }

const open = async (network: { type?: string; saveData?: boolean } | undefined, stored?: unknown) => {
  const values = new Map<string, unknown>([['upload-network', stored]])
  const connection = network && Object.assign(new EventTarget(), network)
  const deps = {
    networkInformation: connection,
    values: {
      read: async (key: string) => values.get(key),
      write: async (key: string, value: unknown) => void values.set(key, value),
    },
    log,
  }
  const gate = createNetworkGate(deps)
  await new Promise((resolve) => setTimeout(resolve))
  return { gate, connection, values, reopen: () => createNetworkGate(deps) }
}

describe('an upload waits', () => {
  const both: NetworkSettings = { wifiOnly: true, obeyDataSaver: true }
  const wifiOnly: NetworkSettings = { wifiOnly: true, obeyDataSaver: false }
  const saver: NetworkSettings = { wifiOnly: false, obeyDataSaver: true }
  const neither: NetworkSettings = { wifiOnly: false, obeyDataSaver: false }
  test.each([
    [neither, 'cellular', true, undefined],
    [wifiOnly, 'cellular', false, 'wifi-needed'],
    [wifiOnly, 'bluetooth', false, 'wifi-needed'],
    [wifiOnly, 'wifi', true, undefined],
    [wifiOnly, 'ethernet', false, undefined],
    [wifiOnly, 'unknown', false, undefined],
    [wifiOnly, undefined, false, undefined],
    [saver, 'cellular', true, 'data-saver'],
    [saver, 'cellular', false, undefined],
    [saver, undefined, true, 'data-saver'],
    [saver, 'wifi', true, undefined],
    [both, 'cellular', true, 'wifi-needed'],
  ] as const)('with %j on %s, data saver %s: for %s', async (settings, type, saveData, held) => {
    const { gate } = await open({ saveData, ...(type && { type }) }, settings)
    expect(gate.getView().held).toBe(held)
  })
})

test('uses any connection at first, unless the device saves data', async () => {
  const { gate } = await open({ type: 'cellular', saveData: false })
  expect(gate.getView()).toEqual({
    wifiOnly: false,
    obeyDataSaver: true,
    knows: { wifi: true, dataSaver: true },
  })
})

test('sends nothing over a metered connection before the settings are read', async () => {
  const { reopen } = await open({ type: 'cellular' })
  expect(reopen().getView().held).toBe('wifi-needed')
})

test('stores a choice for the next start, and notices a change of connection', async () => {
  const { gate, connection, reopen } = await open({ type: 'wifi' })
  const heard: (string | undefined)[] = []
  gate.subscribe(() => heard.push(gate.getView().held))
  await gate.set({ wifiOnly: true, obeyDataSaver: true })
  Object.assign(connection!, { type: 'cellular' })
  connection!.dispatchEvent(new Event('change'))
  expect(heard).toEqual([undefined, 'wifi-needed'])
  const next = reopen()
  await new Promise((resolve) => setTimeout(resolve))
  expect(next.getView()).toMatchObject({ wifiOnly: true, held: 'wifi-needed' })
})

test.each([[undefined], [{}]])(
  'a browser without network information (%j) holds nothing back, and reports that it knows nothing',
  async (network) => {
    const { gate } = await open(network, { wifiOnly: true, obeyDataSaver: true })
    expect(gate.getView().held).toBeUndefined()
    expect(gate.getView().knows).toEqual({ wifi: false, dataSaver: false })
  },
)
