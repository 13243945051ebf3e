import { expect, test } from 'vitest'
import type { StorageAction } from '../../deploy/storage/role-statements.ts'
import { isAllowed } from './policy.ts'

const own = 'us-east-1:own'

type Access = 'read' | 'write' | 'list'

/** The actions of each right. A coach has all of them or none. */
const actions: Record<Access, readonly StorageAction[]> = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  list: ['s3:ListBucket'],
}

const may = (action: StorageAction, path: string) =>
  isAllowed({ identityId: own, action, bucket: 'breaking-barriers', path })

const allowed: [path: string, access: readonly Access[]][] = [
  [`public/${own}/a`, ['read', 'write', 'list']],
  ['public/us-east-1:other/a', ['read', 'list']],
  ['public/a', ['read', 'list']],
  ['public/', ['read', 'list']],
  [`public/${own}`, ['read', 'list']],
  ['public', []],
  ['protected/', ['read', 'list']],
  [`protected/${own}/a`, ['read', 'write', 'list']],
  ['protected/us-east-1:other/a', ['read', 'list']],
  [`protected/${own}`, ['read', 'list']],
  [`private/${own}/a`, ['read', 'write', 'list']],
  [`private/${own}/`, ['read', 'write', 'list']],
  [`private/${own}`, []],
  [`private/${own}er/a`, []],
  ['private/us-east-1:other/a', []],
  ['private/', []],
  ['', []],
  ['other/a', []],
]

test.each(allowed)('%s: %j', (path, access) => {
  const granted = Object.entries(actions).flatMap(([kind, all]) =>
    all.flatMap((action) => (may(action, path) ? [`${kind} ${action}`] : [])),
  )
  expect(granted).toEqual(access.flatMap((kind) => actions[kind].map((action) => `${kind} ${action}`)))
})

test('lists open uploads for the whole bucket: IAM has no condition on their prefix', () => {
  expect(may('s3:ListBucketMultipartUploads', '')).toBe(true)
})
