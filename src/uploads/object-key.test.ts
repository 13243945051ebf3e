import { describe, expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { validateFile, findFreeKey, getKey, buildObjectKey } from './object-key.ts'

test.each([
  ['public', 'public/us-east-1:ana/match.mp4'],
  ['protected', 'protected/us-east-1:ana/match.mp4'],
  ['private', 'private/us-east-1:ana/match.mp4'],
] as const)('the key of a %s file', (level, key) => {
  expect(buildObjectKey(level, 'us-east-1:ana', 'match.mp4')).toBe(key)
})

test('normalises the letters of a name, so that each name has one key', () => {
  expect(getKey({ name: 'e\u0301.txt' })).toBe('\u00E9.txt')
})

test.each([
  ['final ⚽️ 3–2.mp4', undefined, 'final ⚽️ 3–2.mp4'],
  ['a/b.mp4', undefined, 'a_b.mp4'],
  ['..', undefined, '_'],
  ['a.mp4', 'a.mp4', 'a.mp4'],
  ['a.mp4', 'final/first half/a.mp4', 'final/first half/a.mp4'],
  ['a.mp4', '/final/../a.mp4', 'final/_/a.mp4'],
])('%j, dropped as %j, gets the key %j', (name, path, key) => {
  expect(getKey({ name, path })).toBe(key)
})

describe('a file that', () => {
  test.each([
    ['fits', 'match.mp4', 5, ok(undefined)],
    ['is empty', 'empty.txt', 0, ok(undefined)],
    ['has no name', '', 5, fail('name-missing')],
    ['has a name that nobody can see', '\u200B\u3164', 5, fail('name-missing')],
    ['has a name too long for a key, in bytes', 'é'.repeat(500), 5, fail('key-too-long')],
    ['has a name that just fits', 'é'.repeat(457), 5, ok(undefined)],
    ['has a name one letter longer', 'é'.repeat(458), 5, fail('key-too-long')],
    ['has a name of 1,024 bytes', 'x'.repeat(1024), 5, fail('key-too-long')],
    ['is as large as S3 allows', 'a.mp4', 5 * 1024 ** 4, ok(undefined)],
    ['is larger', 'a.mp4', 5 * 1024 ** 4 + 1, fail('too-large')],
  ])('%s', (_, name, size, result) => expect(validateFile({ file: { name, size } })).toEqual(result))
})

test.each([
  ['image.jpg', [], 'image.jpg'],
  ['image.jpg', ['image.jpg'], 'image (2).jpg'],
  ['image.jpg', ['image.jpg', 'image (2).jpg'], 'image (3).jpg'],
  ['README', ['README'], 'README (2)'],
  ['.hidden', ['.hidden'], '.hidden (2)'],
  ['12.6/README', ['12.6/README'], '12.6/README (2)'],
])('the free key of %s beside %j is %s', (key, taken, free) => {
  expect(findFreeKey(key, (candidate) => taken.some((one) => one === candidate))).toBe(free)
})

test.each([
  ['a.mp4', '', 'a.mp4'],
  ['a.mp4', 'final/', 'final/a.mp4'],
  // Spelled as in the store: another spelling is another folder.
  ['a.mp4', 'e\u0301te\\/', 'e\u0301te\\/a.mp4'],
])('%j for the folder %j gets the key %j', (name, folder, key) => {
  expect(getKey({ name, folder })).toBe(key)
})

test.each([
  ['that leaves room for the name', `${'x'.repeat(908)}/`, ok(undefined)],
  ['that is one byte too long', `${'x'.repeat(909)}/`, fail('key-too-long')],
  ['with a dot for a name', 'a/./', fail('folder-without-address')],
  ['with two dots for a name', '../', fail('folder-without-address')],
  ['with three dots for a name', '.../', ok(undefined)],
  ['that does not end', 'final', fail('folder-without-address')],
])('a folder %s', (_, folder, result) => {
  expect(validateFile({ file: { name: 'a.mp4', size: 5 } }, folder)).toEqual(result)
})
