import { expect, test } from 'vitest'
import type { Account } from '../account/account.ts'
import { createStore } from '../lib/create-store.ts'
import { fail, ok } from '../lib/result.ts'
import type { OfflineModules, OfflineSnapshot } from '../offline/offline-modules.ts'
import type { SessionState } from '../session/session.ts'
import type { UploadClient, UploadSnapshot } from '../uploads/contract.ts'
import type { UploadStatus, UploadTask } from '../uploads/task.ts'
import type { Track } from '../analytics/track.ts'
import { trackAccount, trackModules, trackSession, trackUploads } from './track-actions.ts'

const recorder = () => {
  const told: unknown[] = []
  const track: Track = async (name, details) => void told.push([name, details])
  return { told, track }
}

test('tracks a failed sign-in with its reason, and does not track a successful one here', async () => {
  const { told, track } = recorder()
  const results = [fail({ message: 'error.network' }), ok({})]
  const account = trackAccount({ signIn: async () => results.shift() } as unknown as Account, track)
  expect(await account.signIn('pt-BR', 'ana@example.com', 'secret')).toEqual(
    fail({ message: 'error.network' }),
  )
  await account.signIn('pt-BR', 'ana@example.com', 'secret')
  expect(told).toEqual([['sign_in_failed', { locale: 'pt-BR', reason: 'error.network' }]])
})

test('tracks a session ended by others with its reason, not a coach’s own sign-out', () => {
  const { told, track } = recorder()
  const state = createStore<SessionState>({ status: 'authenticating' })
  trackSession({ state: state.get, subscribe: state.subscribe }, track)
  const user = {} as Extract<SessionState, { status: 'authenticated' }>['user']
  state.set({ status: 'authenticated', user })
  state.set({ status: 'anonymous' })
  state.set({ status: 'authenticated', user })
  state.set({ status: 'anonymous', endReason: 'errorMessage.sessionExpired' })
  expect(told).toEqual([['session_ended', { reason: 'errorMessage.sessionExpired' }]])
})

test('tracks a module once it is fully downloaded, not when the app finds it on the device', () => {
  const { told, track } = recorder()
  const snapshot = createStore<OfflineSnapshot>(new Map())
  trackModules({ snapshot: snapshot.get, subscribe: snapshot.subscribe } as unknown as OfflineModules, track)
  snapshot.set(new Map([['training-1', { kind: 'downloaded', size: 9 }]]))
  snapshot.set(new Map([['training-2', { kind: 'downloading', received: 5 }]]))
  snapshot.set(new Map([['training-2', { kind: 'downloaded', size: 9 }]]))
  expect(told).toEqual([['module_downloaded', { module: 'training-2' }]])
})

const task = (id: string, status: UploadStatus) => ({ id, level: 'private', status }) as UploadTask

test('tracks uploads when added and ended, and an earlier visit’s uploads only when ended', async () => {
  const { told, track } = recorder()
  const state = createStore({ isReady: false, tasks: [] } as unknown as UploadSnapshot)
  const set = (...tasks: UploadTask[]) => state.set({ ...state.get(), isReady: true, tasks })
  const storage = { remove: async () => ok(undefined), copy: async () => fail({ kind: 'offline' }) }
  const uploads = trackUploads(
    { snapshot: state.get, subscribe: state.subscribe, storage } as unknown as UploadClient,
    track,
  )
  const sending: UploadStatus = { state: 'IN_PROGRESS' }
  set(task('old', { state: 'PAUSED', reason: { kind: 'you' } }))
  set(task('old', sending), task('new', { state: 'INIT' }))
  const refused: UploadStatus = { state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } }
  set(task('old', { state: 'COMPLETED' }), task('new', refused))
  set(task('old', { state: 'COMPLETED' }), task('new', { state: 'CANCELLED' }))
  await uploads.storage.remove({ key: 'a' })
  await uploads.storage.copy({ source: { key: 'a' }, destination: { key: 'b' } })
  expect(told).toEqual([
    ['upload_added', { level: 'private' }],
    ['upload_completed', { level: 'private' }],
    ['upload_stopped', { level: 'private', reason: 'server-refused' }],
    ['upload_cancelled', { level: 'private' }],
    ['file_deleted', {}],
  ])
})
