import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formErrors } from './form-errors.ts'

const schema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.nonEmpty(), v.email('errorMessage.authEmailValid')),
})
const errorsOf = (input: unknown) => {
  const parsed = v.safeParse(schema, input)
  return parsed.success ? {} : formErrors(parsed.issues)
}

test('every wrong field gets its first error', () => {
  expect(errorsOf({ name: '', email: '' })).toEqual({
    name: 'common.fieldRequired',
    email: 'common.fieldRequired',
  })
})

test('a check with a message of its own says it', () => {
  expect(errorsOf({ name: 'Ana', email: 'ana' })).toEqual({ email: 'errorMessage.authEmailValid' })
})

test('a field that is not there has to be filled in', () => {
  expect(errorsOf({ name: 'Ana' })).toEqual({ email: 'common.fieldRequired' })
})

test('nothing wrong, no errors', () => {
  expect(errorsOf({ name: 'Ana', email: 'ana@example.com' })).toEqual({})
})
