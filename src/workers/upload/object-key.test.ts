import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../lib/result.ts'
import { checkFile, freeKey, keyFor, objectKey } from './object-key.ts'

test.each([
  ['public', 'public/match.mp4'],
  ['protected', 'protected/us-east-1:ana/match.mp4'],
  ['private', 'private/us-east-1:ana/match.mp4'],
] as const)('the key of a %s file', (level, key) => {
  expect(objectKey(level, 'us-east-1:ana', 'match.mp4')).toBe(key)
})

test('one name is one key, however a system composes its letters', () => {
  expect(keyFor('é.txt')).toBe(keyFor('é.txt'))
})

describe('a file that', () => {
  test.each([
    ['fits', 'match.mp4', 5, ok(undefined)],
    ['is empty', 'empty.txt', 0, ok(undefined)],
    ['has no name', '', 5, fail('name-missing')],
    ['has a name too long for a key, in bytes', 'é'.repeat(500), 5, fail('key-too-long')],
    ['is as large as S3 allows', 'a.mp4', 5 * 1024 ** 4, ok(undefined)],
    ['is larger', 'a.mp4', 5 * 1024 ** 4 + 1, fail('too-large')],
  ])('%s', (_, name, size, result) => expect(checkFile({ name, size })).toEqual(result))
})

test.each([
  ['image.jpg', [], 'image.jpg'],
  ['image.jpg', ['image.jpg'], 'image (2).jpg'],
  ['image.jpg', ['image.jpg', 'image (2).jpg'], 'image (3).jpg'],
  ['README', ['README'], 'README (2)'],
  ['.hidden', ['.hidden'], '.hidden (2)'],
])('%s beside %j is %s', (key, taken, free) => {
  expect(freeKey(key, (candidate) => taken.some((one) => one === candidate))).toBe(free)
})
