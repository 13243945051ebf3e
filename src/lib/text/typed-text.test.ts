import { expect, test } from 'vitest'
import { typedText } from './typed-text.ts'

test.each([
  ['NUL', 'a\0b', 'ab'],
  ['the first half of a surrogate pair', 'a\uD83Db', 'ab'],
  ['the second half of one', 'a\uDE00b', 'ab'],
  ['a control character', 'a\u0008\u001B\u007F\u0085b', 'ab'],
  ['spaces around it', ' \n a b\t ', 'a b'],
  ['all of it', '\0 \uD83D\n', ''],
])('removes %s from a text', (_what, typed, text) => {
  expect(typedText(typed)).toBe(text)
})

test.each(['one\ntwo\r\n\tthree', 'Great ⚽️ 😀', 'José, 李小龙, محمد علي', 'क्‍ष'])(
  'leaves %j unchanged',
  (text) => {
    expect(typedText(text)).toBe(text)
  },
)
