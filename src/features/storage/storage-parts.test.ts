import { expect, test } from 'vitest'
import { partsOf } from './storage-parts.ts'

test.each([
  [
    'what is left are the downloaded modules',
    { used: 10, kinds: { media: 3, words: 0, app: 2 } },
    [
      ['modules', 5],
      ['media', 3],
      ['app', 2],
    ],
  ],
  ['a browser that counts less than there is', { used: 1, kinds: { media: 3 } }, [['media', 3]]],
  ['a browser that says nothing', { kinds: {} }, []],
])('%s', (_, usage, parts) => {
  expect(partsOf(usage).map(({ kind, bytes }) => [kind, bytes])).toEqual(parts)
})
