import { expect, test } from 'vitest'
import type { Outbox, OutboxSnapshot } from '../outbox.ts'
import { createSaveRescueFile } from './save-rescue-file.ts'

const nothing: OutboxSnapshot = { storage: 'ready', entries: [], toSend: 0, needsYou: 0, sending: false }

test.each<[string, OutboxSnapshot]>([
  ['a disk that cannot be read', { ...nothing, customer: 'coach-a', storage: 'failed' }],
  ['a disk that is still being read', { ...nothing, customer: 'coach-a', storage: 'reading' }],
  ['nobody', nothing],
])('no file is made of the work of %s', async (_, snapshot) => {
  const save = createSaveRescueFile({
    outbox: { of: () => ({ snapshot: () => snapshot }) as Outbox },
    device: async () => 'device',
    statement: async () => undefined,
    now: () => 1,
  })
  await expect(save('coach-a', 'correct horse battery')).rejects.toThrow('could not be read')
})
