import { expect, test } from 'vitest'
import { typedDigits } from './typed-digits.ts'

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
  expect(typedDigits(digits)).toBe('0123456789')
})

test('leaves everything else unchanged', () => {
  expect(typedDigits('-7 K½ ² Ⅷ 三 محمد')).toBe('-7 K½ ² Ⅷ 三 محمد')
})
