import { expect, test } from 'vitest'
import { toSafeFileName } from './safe-file-name.ts'

test.each([
  ['match.mp4', 'match.mp4'],
  ['final ⚽️ 3–2.mp4', 'final ⚽️ 3–2.mp4'],
  ['a/b\\c.mp4', 'a_b_c.mp4'],
  ['../../secret', '.._.._secret'],
  ['..', '_'],
  ['.', '_'],
  ['.hidden', '.hidden'],
  ['line\nbreak\u0000.txt', 'line_break_.txt'],
  ['half\uD83D\u0085.txt', 'half__.txt'],
  ['e\u0301.txt', '\u00E9.txt'],
  ['', ''],
])('%j becomes %j', (name, safe) => {
  expect(toSafeFileName(name)).toBe(safe)
})
