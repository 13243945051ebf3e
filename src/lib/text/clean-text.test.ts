import { expect, test } from 'vitest'
import { cleanText, toAsciiDigits } from './clean-text.ts'

test.each([
  ['NUL', 'a\0b', 'ab'],
  ['the first half of a surrogate pair', 'a\uD83Db', 'ab'],
  ['the second half of one', 'a\uDE00b', 'ab'],
  ['a control character', 'a\u0008\u001B\u007F\u0085b', 'ab'],
  ['spaces around it', ' \n a b\t ', 'a b'],
  ['all of it', '\0 \uD83D\n', ''],
])('removes %s from a text', (_what, typed, text) => {
  expect(cleanText(typed)).toBe(text)
})

test.each(['one\ntwo\r\n\tthree', 'Great ⚽️ 😀', 'José, 李小龙, محمد علي', 'क्‍ष'])(
  'leaves %j unchanged',
  (text) => {
    expect(cleanText(text)).toBe(text)
  },
)

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['full-width', '０１２３４５６７８９'],
  // Four more rows of ten digits follow without a gap.
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['monospaced', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'],
])('turns %s digits into 0 to 9', (_script, digits) => {
  expect(toAsciiDigits(digits)).toBe('0123456789')
})

test('leaves everything else unchanged', () => {
  expect(toAsciiDigits('-7 K½ ² Ⅷ 三 محمد')).toBe('-7 K½ ² Ⅷ 三 محمد')
})
