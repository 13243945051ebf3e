import { describe, expect, test } from 'vitest'
import { isPrintable, toPrintedName } from './printed-name.ts'

const names = [
  'José',
  'Zoë Żółć Ñandú',
  'Nguyễn Thị Ánh',
  '李小龙',
  '山田 太郎',
  '김민준',
  'محمد علي',
  'عبد اللّٰه',
  'יוֹסֵף כֹּהֵן',
  'Владимир Ёлкин',
  'Γιώργος',
  'สมชาย น้ำใจ',
  'ဖြိုးမြို့ကျော်',
  'O’Neil-Smith Jr. (2nd), d´Ávila',
  "Sinéad O'Neill",
  'ʻAkahi Kaʻōpua',
  'Hēnare Te Ātiawa',
  // With a tatweel, a line that extends to the next letter.
  'محمـد',
  // Some write its marks as lines.
  'S\u0332k\u0332wx\u0332wú7mesh',
  // With joiners, which Persian and the scripts of India and Sri Lanka use.
  'علی\u200Cرضا',
  'ශ\u0DCA\u200Dරීමාලි',
  'രാജന\u0D4D\u200D',
  // With a variation selector: the family writes this form of the character.
  '葛\u{E0100}城',
]

test.each(names)('prints %s unchanged', (name) => {
  expect(toPrintedName(name)).toBe(name)
  expect(isPrintable(name)).toBe(true)
})

describe('removes invisible characters, such as', () => {
  test.each([
    ['a Hangul filler', '\u3164', ''],
    ['a space of no width', 'Ana\u200B Silva', 'Ana Silva'],
    ['a word joiner', 'Ana\u2060', 'Ana'],
    ['a soft hyphen', 'Car\u00ADlos', 'Carlos'],
    ['tags', 'Ana\u{E0041}\u{E007F}', 'Ana'],
    ['a byte order mark', '\uFEFFAn\uFEFFa', 'Ana'],
    ['a turn of direction', 'Ana \u202Eavlis', 'Ana avlis'],
    ['a joiner between letters that do not join', 'A\u200Dn\u200Ca', 'Ana'],
    ['a joiner behind an Arabic name', 'محمد\u200C', 'محمد'],
    ['a selector behind a letter that has one form', 'An\uFE0Fa', 'Ana'],
    ['NUL and half of a surrogate pair', 'An\0a\uD83D', 'Ana'],
  ])('%s', (_what, typed, name) => expect(toPrintedName(typed)).toBe(name))
})

describe('a name is one line', () => {
  test.each([
    ['a line break', 'Ana\r\nSilva'],
    ['a line separator', 'Ana\u2028Silva'],
    ['a tab', 'Ana\tSilva'],
    ['wide and repeated spaces', ' Ana\u3000\u00A0 Silva '],
    ['a space of no width between spaces', 'Ana \u200B Silva'],
  ])('%s is one space', (_what, typed) => expect(toPrintedName(typed)).toBe('Ana Silva'))
})

test('composes a letter and its accent into one character', () => {
  expect(toPrintedName('Jose\u0301')).toBe('José')
})

test.each([
  ['a hyphen with a code of its own', 'Ana\u2010Maria'],
  ['a hyphen that does not break, as word processors write it', 'Ana\u2011Maria'],
])('%s is the hyphen of the keyboard', (_what, typed) => {
  expect(toPrintedName(typed)).toBe('Ana-Maria')
})

test.each([
  ['an emoji', 'Ana ⚽'],
  ['a flag', 'Ana 🇧🇷'],
  ['a keycap', 'Ana 1\u20E3'],
  ['a character for private use', 'Ana\uE000'],
  ['a noncharacter', 'Ana\u{10FFFF}'],
  ['a blank of Braille', '\u2800'],
  ['fifty accents', `A${'\u0301'.repeat(50)}na`],
  ['fifty marks of another script', `ก${'\u0E49'.repeat(50)}`],
  ['no letter', '…1'],
  ['a line of Arabic without a letter', '\u0640'],
  ['several of them', '\u0640\u0640 \u0640'],
  ['a mark that only changes a letter', 'ʻ'],
  ['letters that are struck through', 'A\u0336n\u0336a\u0336'],
  ['one that is', 'A\u0336na'],
  ['a short line through a letter', 'An\u0335a'],
  ['a wave through a letter', 'An\u0334a'],
  ['a slash through a letter', 'An\u0338a'],
  ['a line of mathematics through a letter', 'An\u20D2a'],
  ['letters that are underlined', 'A\u0332n\u0332a\u0332'],
  ['letters with a line over them', 'A\u0305n\u0305a\u0305'],
])('%s cannot be printed', (_what, name) => {
  expect(isPrintable(toPrintedName(name))).toBe(false)
})
