import { expect, test } from 'vitest'
import { toDisplayName } from './display-name.ts'

test.each([
  ['match_\u202E4pm.exe', 'match_[U+202E]4pm.exe'],
  ['\u2066a\u2069\u061C.pdf', '[U+2066]a[U+2069][U+061C].pdf'],
  ['\u200Bone\u00AD\uFEFF\u3164.txt', '[U+200B]one[U+00AD][U+FEFF][U+3164].txt'],
  ['final ⚽️ مباراة.mp4', 'final ⚽️ مباراة.mp4'],
])('%j is shown as %j', (name, shown) => expect(toDisplayName(name)).toBe(shown))
