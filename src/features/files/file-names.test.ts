import { expect, test } from 'vitest'
import { getName, listFolders, parseFolder } from './file-names.ts'

test.each([
  ['a.mp4', 'a.mp4'],
  ['2026/final/a.mp4', 'a.mp4'],
  ['2026/final/', 'final'],
  ['//', ''],
  ['😀/..', '..'],
])('%j has the name %j', (key, name) => expect(getName(key)).toBe(name))

test.each([
  ['', []],
  ['a/', ['a/']],
  ['a/b/', ['a/', 'a/b/']],
  ['a//', ['a/', 'a//']],
])('the folders above %j', (folder, trail) => expect(listFolders(folder)).toEqual(trail))

test.each([
  ['', ''],
  [' / ', ''],
  ['jogos', 'jogos/'],
  ['/jogos// final /', 'jogos/final/'],
  ['cafe\u0301', 'café/'],
  ['\uD83D/a\0\uDE00b', 'ab/'],
])('reads the folder typed as %j as %j', (text, folder) => expect(parseFolder(text)).toBe(folder))
