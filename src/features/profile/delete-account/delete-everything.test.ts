import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { StorageCalls, StorageCallFailure } from '../../../stored-files/storage-calls.ts'
import { deleteEverything, type DeletionCalls, type FilesLeft } from './delete-everything.ts'

const receipt = {
  number: '0c8a54d2-0f7a-4d0e-8f35-2f5a7d1f9c11',
  customer_hash: 'a'.repeat(64),
  erased_at: '2026-11-22T10:00:00.000Z',
  by: 'customer',
  rows: {},
  key_id: '2026-11',
  signature: 'signed',
} as const

/** A coach with two private files. The store cannot delete files that are `stuck`. */
const coach = ({ stuck = '', offline = false } = {}) => {
  const done: string[] = []
  const list: StorageCalls['list'] = async ({ level }) => {
    if (offline) return fail<StorageCallFailure>({ kind: 'offline' })
    const names = level === 'private' ? ['a.mp4', 'b.mp4'] : []
    const files = names.map((key) => ({ key, size: 1, lastModified: 0 }))
    return ok({ files, folders: [], keyCount: files.length, isTruncated: false })
  }
  const remove: StorageCalls['remove'] = async ({ key }) => {
    if (key === stuck) return fail<StorageCallFailure>({ kind: 'refused' })
    done.push(key)
    return ok(undefined)
  }
  const deletion: DeletionCalls = {
    checkPassword: async (password) =>
      password === 'right' ? ok(undefined) : fail({ message: 'changePassword.oldPasswordWrong' }),
    endUploads: async () => void done.push('uploads'),
    storage: { list, remove },
    deleteAccount: async (_password, filesLeft) => {
      done.push('account')
      return ok({ receipt, signIn: 'deleted', ...(filesLeft && { filesLeft: [...filesLeft] }) })
    },
  }
  const left: FilesLeft[] = []
  const progress: string[] = []
  const run = (password: string, leaveFiles = false) =>
    deleteEverything(
      deletion,
      { password, leaveFiles },
      {
        onProgress: ({ done: count, total }) => progress.push(`${count}/${total}`),
        onFilesLeft: (files) => left.push(files),
      },
    )
  return { run, done, left, progress }
}

test('ends the uploads first, then deletes the files, then the account', async () => {
  const { run, done, progress } = coach()
  expect(await run('right')).toEqual(ok({ receipt, signIn: 'deleted', filesLeft: [] }))
  expect(done).toEqual(['uploads', 'a.mp4', 'b.mp4', 'account'])
  expect(progress).toEqual(['1/2', '2/2'])
})

test('a wrong password ends no upload and deletes no file', async () => {
  const { run, done } = coach()
  expect(await run('wrong')).toEqual(fail({ message: 'changePassword.oldPasswordWrong' }))
  expect(done).toEqual([])
})

test.each([
  ['a file that cannot be deleted', { stuck: 'b.mp4' }, ['b.mp4']],
  ['a store that cannot be reached', { offline: true }, undefined],
])('%s stops the deletion, until the coach accepts it', async (_what, given, names) => {
  const { run, done, left } = coach(given)
  expect(await run('right')).toEqual(fail({ message: 'deleteAccount.stopped' }))
  expect(done).not.toContain('account')
  expect(left).toEqual([{ names }])
  expect(await run('right', true)).toEqual(
    ok({ receipt, signIn: 'deleted', ...(names && { filesLeft: names }) }),
  )
  expect(done).toContain('account')
})
