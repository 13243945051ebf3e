import { expect, test } from 'vitest'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'
import { getStatusAfterRestart } from './restore-task.ts'
import type { RemoteState } from './remote-state.ts'

const paused = (reason: PauseReason): UploadStatus => ({ state: 'PAUSED', reason })
const under = { state: 'IN_PROGRESS' } as const
const waiting = { state: 'INIT' } as const
const lost = paused({ kind: 'file-needed', because: 'restart' })

test.each<[UploadStatus, 'there' | 'lost', UploadStatus]>([
  [waiting, 'there', waiting],
  [waiting, 'lost', lost],
  [under, 'there', under],
  [under, 'lost', lost],
  [paused({ kind: 'offline' }), 'there', under],
  [paused({ kind: 'offline' }), 'lost', lost],
  [paused({ kind: 'wifi-needed' }), 'there', under],
  [paused({ kind: 'data-saver' }), 'there', under],
  [paused({ kind: 'sign-in-needed' }), 'there', under],
  [paused({ kind: 'sign-in-needed' }), 'lost', lost],
  [paused({ kind: 'you' }), 'lost', paused({ kind: 'you' })],
  [paused({ kind: 'storage-full' }), 'there', paused({ kind: 'storage-full' })],
])('turns %j with a file that is %s into %j', (status, file, expected) => {
  expect(getStatusAfterRestart({ status, remote: { kind: 'nothing' } }, file === 'there')).toEqual(expected)
})

const id = { uploadId: 'u1', orphans: false }
test.each<[RemoteState, UploadStatus]>([
  [{ kind: 'claimed', orphans: false }, lost],
  [{ kind: 'upload', parts: 'trusted', ...id }, lost],
  [{ kind: 'all-parts', ...id }, under],
  [{ kind: 'object', verified: false, orphans: false }, under],
])('turns an upload under way without its file, and with %j in the store, into %j', (remote, expected) => {
  expect(getStatusAfterRestart({ status: under, remote }, false)).toEqual(expected)
})
