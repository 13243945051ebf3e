import { expect, test } from 'vitest'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'
import { savedRow } from '../testing/saved-row.ts'
import { afterRestart } from './after-restart.ts'

const paused = (reason: PauseReason): UploadStatus => ({ state: 'PAUSED', reason })
const under = { state: 'IN_PROGRESS' } as const
const waiting = { state: 'INIT' } as const
const lost = paused({ kind: 'file-needed', because: 'restart' })

test.each<[UploadStatus, 'kept' | 'held' | 'lost', UploadStatus]>([
  [waiting, 'kept', waiting],
  [waiting, 'held', waiting],
  [waiting, 'lost', lost],
  [under, 'kept', under],
  [under, 'lost', lost],
  [paused({ kind: 'offline' }), 'kept', under],
  [paused({ kind: 'offline' }), 'lost', lost],
  [paused({ kind: 'wifi-needed' }), 'held', under],
  [paused({ kind: 'data-saver' }), 'kept', under],
  [paused({ kind: 'sign-in-needed' }), 'held', under],
  [paused({ kind: 'sign-in-needed' }), 'lost', lost],
  [paused({ kind: 'you' }), 'lost', paused({ kind: 'you' })],
  [paused({ kind: 'storage-full' }), 'kept', paused({ kind: 'storage-full' })],
])('%j with a file that is %s is %j', (status, file, expected) => {
  expect(afterRestart({ ...savedRow, status, kept: file === 'kept' }, file === 'held')).toEqual(expected)
})
