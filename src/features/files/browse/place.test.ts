import { expect, test } from 'vitest'
import { folderOf, nameOf, trailOf, typedFolder } from './place.ts'

test.each([
  ['a.mp4', '', 'a.mp4'],
  ['2026/final/a.mp4', '2026/final/', 'a.mp4'],
  ['2026/final/', '2026/', 'final'],
  ['//', '/', ''],
  ['😀/..', '😀/', '..'],
])('%j lies in %j and is called %j', (key, folder, name) => {
  expect(folderOf(key)).toBe(folder)
  expect(nameOf(key)).toBe(name)
})

test.each([
  ['', []],
  ['a/', ['a/']],
  ['a/b/', ['a/', 'a/b/']],
  ['a//', ['a/', 'a//']],
])('the way to %j', (folder, trail) => expect(trailOf(folder)).toEqual(trail))

test.each([
  ['', ''],
  [' / ', ''],
  ['jogos', 'jogos/'],
  ['/jogos// final /', 'jogos/final/'],
  ['cafe\u0301', 'café/'],
  ['\uD83D/a\0\uDE00b', 'ab/'],
])('the folder typed as %j is %j', (text, folder) => expect(typedFolder(text)).toBe(folder))
