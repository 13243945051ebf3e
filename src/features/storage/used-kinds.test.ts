import { expect, test } from 'vitest'
import { listUsedKinds } from './used-kinds.ts'

test.each([
  [
    'what takes no space has no part, and nothing is made of what the browser uses beyond',
    { used: 10, kinds: { app: 2, modules: 0, words: 0, media: 3 } },
    [
      ['media', 3],
      ['app', 2],
    ],
  ],
  [
    'downloaded modules come first, as on the screen',
    { kinds: { app: 2, modules: 5 } },
    [
      ['modules', 5],
      ['app', 2],
    ],
  ],
  ['a browser that says nothing', { kinds: {} }, []],
])('%s', (_, usage, parts) => {
  expect(listUsedKinds(usage).map(({ kind, bytes }) => [kind, bytes])).toEqual(parts)
})
