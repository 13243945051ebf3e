import { expect, test } from 'vitest'
import { productApi } from '../../src/contract/product-api.ts'
import { createFieldRows } from './field-rows.ts'
import { createJsonSchema } from './json-schema.ts'

test('describes lists, alternatives and limits of a body in words', () => {
  expect(createFieldRows(createJsonSchema(productApi.saveExtraAnswers.body, 'input'))).toEqual([
    { field: 'customer_id', type: String.raw`string (/^[\w:.-]{1,128}$/)`, required: true },
    { field: 'extra_module_id', type: '"training-extra" or "football-extra"', required: true },
    { field: 'answers', type: 'array of object, 1 to 50', required: true },
    { field: 'answers[].question', type: 'string, 1 to 64', required: true },
    {
      field: 'answers[].value',
      type: 'string, at most 4000 or array of string, 1 to 64, at most 50',
      required: true,
    },
  ])
})

test('lists fields of a response that may be null', () => {
  const rows = createFieldRows(createJsonSchema(productApi.checkCertificate2.response, 'output'))
  expect(rows.map(({ field }) => field)).toEqual([
    'certificate',
    'certificate.certificate_id',
    'certificate.course_id',
    'certificate.isFIFA',
    'certificate.issued_at',
    'certificate.document',
    'certificate.document.number',
    'certificate.document.name',
    'certificate.document.course_id',
    'certificate.document.title',
    'certificate.document.locale',
    'certificate.document.hours',
    'certificate.document.issued_at',
    'certificate.document.key_id',
    'certificate.document.signature',
    'missing',
  ])
})

test('describes records of fields and optional fields', () => {
  const [, fields] = createFieldRows(createJsonSchema(productApi.newFields.body, 'input'))
  expect(fields?.type).toBe('object of string, at most 200 by name')
  const [token] = createFieldRows(createJsonSchema(productApi.tokenValidation.body, 'input'))
  expect(token).toMatchObject({ field: 'accessToken', required: false })
})
