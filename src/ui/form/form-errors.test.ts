import * as v from 'valibot'
import { expect, test } from 'vitest'
import { announcedCheck, atMost } from './checks.ts'
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
    name: { message: 'common.fieldRequired' },
    email: { message: 'common.fieldRequired' },
  })
})

test('a check with a message of its own says it', () => {
  expect(errorsOf({ name: 'Ana', email: 'ana' })).toEqual({
    email: { message: 'errorMessage.authEmailValid' },
  })
})

test('a field that is not there has to be filled in', () => {
  expect(errorsOf({ name: 'Ana' })).toEqual({ email: { message: 'common.fieldRequired' } })
})

test('a failed check that announces itself is marked', () => {
  const isEven = announcedCheck((count: number) => count % 2 === 0, 'error.badRequest')
  const { issues = [] } = v.safeParse(v.object({ count: v.pipe(v.number(), isEven) }), { count: 3 })
  expect(formErrors(issues)).toEqual({ count: { message: 'error.badRequest', announced: true } })
})

test('a text that is too long is told how long it may be', () => {
  const { issues = [] } = v.safeParse(v.object({ name: v.pipe(v.string(), atMost(3)) }), { name: 'Anna' })
  expect(formErrors(issues)).toEqual({ name: { message: 'form.tooLong', values: { most: 3 } } })
})

test('nothing wrong, no errors', () => {
  expect(errorsOf({ name: 'Ana', email: 'ana@example.com' })).toEqual({})
})
