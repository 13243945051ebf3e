import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getFormErrors } from '../../ui/form/form-errors.ts'
import {
  createCodeSchema,
  emailSchema,
  nameEntries,
  newPasswordSchema,
  passwordRules,
  passwordSchema,
} from './account-schemas.ts'

const form = v.object({
  email: v.optional(emailSchema),
  code: v.optional(createCodeSchema('errorMessage.authCodeInsert')),
  password: v.optional(passwordSchema),
  newPassword: v.optional(newPasswordSchema),
})
/** The message of each invalid field. */
const findErrors = (typed: Partial<v.InferInput<typeof form>>) =>
  Object.fromEntries(
    Object.entries(getFormErrors(v.safeParse(form, typed).issues ?? [])).map(([field, error]) => [
      field,
      error?.message,
    ]),
  )

test.each([
  ['as it is', 'ana@example.com'],
  ['between spaces', ' ana@example.com\n'],
  ['after the mark of the writing direction that a chat puts there', '\u200Eana@example.com\u200E'],
  ['after the byte order mark of a file', '\uFEFFana@example.com'],
  ['with an invisible space in it', 'ana@\u200Bexample.com'],
  ['as a link', 'mailto:ana@example.com'],
  ['as a header has it', ' <ana@example.com> '],
  ['as a link with more', ' \u200EMailTo: ana@example.com?subject=Hello '],
])('accepts an address %s', (_how, typed) => {
  expect(v.parse(emailSchema, typed)).toBe('ana@example.com')
})

test.each([
  ['ana silva@example.com', 'errorMessage.authEmailValid'],
  ['mailto:ana', 'errorMessage.authEmailValid'],
  ['mailto:', 'common.fieldRequired'],
  [' \u200B ', 'common.fieldRequired'],
])('rejects the address %j with %s', (typed, message) => {
  expect(findErrors({ email: typed })).toEqual({ email: message })
})

test.each([
  ['with spaces', ' 123 456 '],
  ['with no-break spaces', '123\u00A0456'],
  ['with dashes', '123-456'],
  ['with typographic dashes', '12\u201134\u201356'],
  ['with a minus sign', '123\u2212456'],
  ['with invisible spaces', '\u200B123\u200B456\uFEFF'],
  ['with the end of its sentence', '123.456.'],
  ['in full-width digits', '１２３４５６'],
  ['in full-width digits with their dash', '１２３－４５６'],
  ['in Arabic digits', '١٢٣٤٥٦'],
  ['in Arabic digits, from right to left', '\u200F١٢٣ ٤٥٦\u200E'],
  ['in Persian digits', '۱۲۳-۴۵۶'],
  ['in Devanagari digits', '१२३४५६'],
])('accepts a code %s', (_how, typed) => {
  expect(v.parse(createCodeSchema('errorMessage.authCodeInsert'), typed)).toBe('123456')
})

test.each(['12345', '1234567', '------', ''])('rejects the code %j', (typed) => {
  expect(findErrors({ code: typed })).toEqual({ code: 'errorMessage.authCodeInsert' })
})

const composed = 'Senh\u00E31!xyz'
const decomposed = 'Senha\u03031!xyz'

test.each(['password', 'newPassword'] as const)(
  'reads a %s the same, whether the keyboard composes its accents or not',
  (field) => {
    expect(v.parse(form, { [field]: decomposed })).toEqual({ [field]: composed })
    expect(v.parse(form, { [field]: composed })).toEqual({ [field]: composed })
  },
)

// Eight characters were typed, but the pool counts seven.
test('counts the length of a new password as the user pool does', () => {
  expect(findErrors({ newPassword: 'Senha\u03031!' })).toEqual({
    newPassword: 'errorMessage.passwordTooWeak',
  })
})

// A pool refuses these passwords, although the person sees every rule met.
test.each([' Treino-2026!', 'Treino-2026! ', 'Treino-2026!\n', '\u00A0Treino-2026!', 'Treino-2026!\u200B'])(
  'rejects a password with a space at either end, as a new and as a known one: %j',
  (typed) => {
    expect(findErrors({ password: typed, newPassword: typed })).toEqual({
      password: 'errorMessage.passwordSpaces',
      newPassword: 'errorMessage.passwordSpaces',
    })
  },
)

test('accepts spaces inside a password, and a known password whatever the rules are', () => {
  expect(v.parse(form, { password: 'a b', newPassword: 'Treino 2026 !' })).toEqual({
    password: 'a b',
    newPassword: 'Treino 2026 !',
  })
})

test.each([
  ['treino', 'errorMessage.passwordTooWeak'],
  ['', 'common.fieldRequired'],
])('rejects the new password %j with %s', (typed, message) => {
  expect(findErrors({ newPassword: typed })).toEqual({ newPassword: message })
})

const parseNames = (typed: string) =>
  v.safeParse(v.object(nameEntries), { firstName: typed, lastName: typed })

test.each([
  ['José', 'José'],
  ['李小龙', '李小龙'],
  ['محمد علي', 'محمد علي'],
  ['محمـد', 'محمـد'],
  ['Nguyễn', 'Nguyễn'],
  ["O'Neill", "O'Neill"],
  ['Zoë-Māori ʻOkina', 'Zoë-Māori ʻOkina'],
  // Written right to left, the name would read as another one.
  ['Ana \u202Eavlis', 'Ana avlis'],
])('reads the name %j as %j', (typed, name) => {
  expect(parseNames(typed).output).toEqual({ firstName: name, lastName: name })
})

test.each([
  ['\u202E', 'common.fieldRequired'],
  ['\u2800', 'form.nameCharacters'],
  ['Ana \u2800', 'form.nameCharacters'],
  ['\u0640', 'form.nameCharacters'],
  ['A\u0336n\u0336a\u0336', 'form.nameCharacters'],
  ['Ana ⚽', 'form.nameCharacters'],
])('rejects the name %j, with a reason at each field', (typed, message) => {
  expect(getFormErrors(parseNames(typed).issues ?? [])).toEqual({
    firstName: { message },
    lastName: { message },
  })
})

const broken = (password: string) =>
  passwordRules
    .filter(({ isMet }) => !isMet(password))
    .map(({ message }) => message.replace('signUp.rule.', ''))

test.each([
  ['Treino-2026!', []],
  ['Abc-12!', ['length']],
  ['TREINO-2026!', ['lower']],
  ['treino-2026!', ['upper']],
  ['Treino-agora!', ['number']],
  ['Treino2026', ['symbol']],
  ['Treino2026é', ['symbol']],
  ['', ['length', 'lower', 'upper', 'number', 'symbol']],
])('%j breaks %j', (password, rules) => {
  expect(broken(password)).toEqual(rules)
})
