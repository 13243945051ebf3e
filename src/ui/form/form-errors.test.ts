import * as v from 'valibot'
import { expect, test } from 'vitest'
import { announcedCheck, atMost } from './field-schemas.ts'
import { getFormErrors } from './form-errors.ts'

const schema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.nonEmpty(), v.email('errorMessage.authEmailValid')),
})
const findErrors = (input: unknown) => {
  const parsed = v.safeParse(schema, input)
  return parsed.success ? {} : getFormErrors(parsed.issues)
}

test('gives every wrong field its first error', () => {
  expect(findErrors({ name: '', email: '' })).toEqual({
    name: { message: 'common.fieldRequired' },
    email: { message: 'common.fieldRequired' },
  })
})

test('uses a check’s own message', () => {
  expect(findErrors({ name: 'Ana', email: 'ana' })).toEqual({
    email: { message: 'errorMessage.authEmailValid' },
  })
})

test('treats a missing field as required', () => {
  expect(findErrors({ name: 'Ana' })).toEqual({ email: { message: 'common.fieldRequired' } })
})

test('marks a failed check that announces itself', () => {
  const isEven = announcedCheck((count: number) => count % 2 === 0, 'error.badRequest')
  const { issues = [] } = v.safeParse(v.object({ count: v.pipe(v.number(), isEven) }), { count: 3 })
  expect(getFormErrors(issues)).toEqual({ count: { message: 'error.badRequest', announced: true } })
})

test('gives the maximum length for a text that is too long', () => {
  const { issues = [] } = v.safeParse(v.object({ name: v.pipe(v.string(), atMost(3)) }), { name: 'Anna' })
  expect(getFormErrors(issues)).toEqual({ name: { message: 'form.tooLong', values: { most: 3 } } })
})

test('returns no errors for valid input', () => {
  expect(findErrors({ name: 'Ana', email: 'ana@example.com' })).toEqual({})
})
