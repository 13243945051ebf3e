import { expect, onTestFinished, test, vi } from 'vitest'
import type { Outbox, OutboxSnapshot } from '../outbox.ts'
import { createSaveRescueFile } from './rescue-file.ts'

const nothing: OutboxSnapshot = { storage: 'ready', entries: [], toSend: 0, needsAction: 0, isSending: false }

test.each<[string, OutboxSnapshot]>([
  ['a disk that cannot be read', { ...nothing, customer: 'coach-a', storage: 'failed' }],
  ['a disk that is still being read', { ...nothing, customer: 'coach-a', storage: 'reading' }],
  ['nobody', nothing],
])('no file is made of the work of %s', async (_, snapshot) => {
  const save = createSaveRescueFile({
    outbox: { forCustomer: () => ({ snapshot: () => snapshot }) as Outbox },
    device: async () => 'device',
    statement: async () => undefined,
    now: () => 1,
    saveFile: () => expect.unreachable(),
  })
  await expect(save('coach-a', 'correct horse battery')).rejects.toThrow('could not be read')
})

test.each([
  ['America/Sao_Paulo', 23],
  ['Pacific/Auckland', 0],
])('names the file after the day in %s at %d', async (zone, hour) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  const saveFile = vi.fn<(name: string, content: Blob) => void>()
  const save = createSaveRescueFile({
    outbox: {
      forCustomer: () => ({ snapshot: () => ({ ...nothing, customer: 'coach-a' }) }) as unknown as Outbox,
    },
    device: async () => 'device',
    statement: async () => undefined,
    now: () => new Date(2026, 10, 26, hour, 30).getTime(),
    saveFile,
  })
  await save('coach-a', 'correct horse battery')
  expect(saveFile).toHaveBeenLastCalledWith('breaking-barriers-2026-11-26.rescue', expect.any(Blob))
})
