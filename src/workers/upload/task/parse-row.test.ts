import { describe, expect, test } from 'vitest'
import { parseRow } from './saved-task.ts'

/** A row of the first version, as a literal so that it stays equal to rows that phones have stored. */
const video = `{
  "id": "5b0c1f2e-7d54-4c1e-9a52-0a4c9d8a3f10", "customer": "ana", "createdAt": 1780000000000, "order": 3,
  "status": { "state": "IN_PROGRESS" }, "level": "private", "key": "final/first-half.mp4",
  "identityId": "us-east-1:5a1c", "name": "first-half.mp4", "size": 104857600, "lastModified": 1779990000000,
  "type": "video/mp4", "sample": "9f2b", "partSize": 5242880, "bucket": "files", "lastTouched": 1780000001000`
const common = {
  id: '5b0c1f2e-7d54-4c1e-9a52-0a4c9d8a3f10',
  customer: 'ana',
  createdAt: 1_780_000_000_000,
  order: 3,
  status: { state: 'IN_PROGRESS' },
  level: 'private',
  key: 'final/first-half.mp4',
  identityId: 'us-east-1:5a1c',
  name: 'first-half.mp4',
  size: 104_857_600,
  lastModified: 1_779_990_000_000,
  type: 'video/mp4',
  sample: '9f2b',
  partSize: 5_242_880,
  bucket: 'files',
  lastTouched: 1_780_000_001_000,
  version: 3,
}

describe('a row of the first version', () => {
  const none = { kind: 'none' }
  test.each<[string, string, object, object]>([
    ['that was just chosen', '', { kind: 'nothing' }, none],
    ['whose create was sent', `, "mayHaveOrphans": true`, { kind: 'begun' }, none],
    [
      'whose key was still being looked up',
      `, "mayHaveOrphans": true, "uploadId": "u1"`,
      { kind: 'begun', uploadId: 'u1' },
      none,
    ],
    [
      'whose file was chosen again before its key was claimed',
      `, "mayHaveOrphans": true, "uploadId": "u1", "doubtful": true`,
      { kind: 'begun' },
      none,
    ],
    ['whose key is claimed', `, "claimed": true`, { kind: 'claimed', orphans: false }, none],
    [
      'whose upload was lost by the store',
      `, "claimed": true, "mayHaveOrphans": true`,
      { kind: 'claimed', orphans: true },
      none,
    ],
    [
      'with parts under way, and a copy',
      `, "claimed": true, "uploadId": "u1", "kept": true`,
      { kind: 'upload', uploadId: 'u1', parts: 'trusted', orphans: false },
      { kind: 'copy' },
    ],
    [
      'with parts under way, and perhaps orphans',
      `, "claimed": true, "uploadId": "u1", "mayHaveOrphans": true`,
      { kind: 'upload', uploadId: 'u1', parts: 'trusted', orphans: true },
      none,
    ],
    [
      'whose file was chosen again',
      `, "claimed": true, "uploadId": "u1", "doubtful": true`,
      { kind: 'upload', uploadId: 'u1', parts: 'to-compare', orphans: false },
      none,
    ],
    [
      'that was completed when its tab died',
      `, "claimed": true, "uploadId": "u1", "allSent": true`,
      { kind: 'all-parts', uploadId: 'u1', orphans: false },
      none,
    ],
    [
      'that was completed, and whose file was chosen again',
      `, "claimed": true, "uploadId": "u1", "allSent": true, "doubtful": true`,
      { kind: 'upload', uploadId: 'u1', parts: 'to-compare', orphans: false },
      none,
    ],
  ])('%s is read', (_, flags, remote, source) => {
    expect(parseRow(JSON.parse(`${video}${flags} }`))).toEqual({ ...common, remote, source })
  })

  test.each([
    `{ "state": "PAUSED", "reason": { "kind": "you" } }`,
    `{ "state": "PAUSED", "reason": { "kind": "file-needed", "because": "restart" } }`,
    `{ "state": "PAUSED", "reason": { "kind": "server-refused", "code": "AccessDenied" } }`,
    `{ "state": "CANCELLED" }`,
  ])('keeps its status %s', (status) => {
    const row = JSON.parse(`${video}, "dismissed": true, "status": ${status} }`)
    expect(parseRow(row)).toMatchObject({ status: JSON.parse(status), dismissed: true })
  })
})

describe('a row of the second version', () => {
  const second = { ...common, version: 2, source: { kind: 'none' } }
  const remote = { kind: 'upload', uploadId: 'u1', parts: 'trusted', orphans: false }

  test('is read unchanged', () => {
    expect(parseRow({ ...second, remote })).toEqual({ ...second, remote, version: 3 })
  })

  test('of a public file restarts, below the identity of its owner', () => {
    const row = { ...second, level: 'public', remote }
    expect(parseRow(row)).toEqual({ ...row, remote: { kind: 'nothing' }, version: 3 })
  })
})

test('reads a row of the present version unchanged', () => {
  const row = { ...common, remote: { kind: 'claimed', orphans: true }, source: { kind: 'copy' } }
  expect(parseRow(structuredClone(row))).toEqual(row)
})

test.each([
  ['of a later version', { ...common, version: 4, remote: { kind: 'nothing' }, source: { kind: 'none' } }],
  ['with a state that there is not', { ...common, remote: { kind: 'somewhere' }, source: { kind: 'none' } }],
  ['without what tells the file', { ...common, version: undefined, sample: undefined }],
])('rejects a row %s', (_, row) => expect(parseRow(row)).toBeUndefined())
