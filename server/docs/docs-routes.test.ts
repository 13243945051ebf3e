import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { callNames, productApi } from '../../src/contract/product-api.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { listCallErrors } from './call-errors.ts'

let api: TestApp
beforeAll(async () => {
  api = await startTestApp()
})
afterAll(() => api.stop())

/** The parts of an operation that these tests check. */
const operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  parameters: v.array(v.object({ name: v.string(), in: v.string() })),
  requestBody: v.optional(
    v.object({
      content: v.object({ 'application/json': v.object({ schema: v.record(v.string(), v.any()) }) }),
    }),
  ),
  responses: v.record(v.string(), v.object({ description: v.string() })),
})

test.each(callNames)('the document describes %s with its body, response and refusals', async (name) => {
  const { path, method, delivery } = productApi[name]
  const { body } = await api.client().get('/api/openapi.json')
  const described = v.parse(operation, body.paths[path][method.toLowerCase()])
  expect(described.operationId).toBe(name)
  const named = new Set(described.parameters.map((parameter) => parameter.name))
  expect(named.has('Idempotency-Key')).toBe(delivery === 'outbox')
  expect(named.has('X-XSRF-TOKEN')).toBe(method === 'POST')
  expect(described.requestBody !== undefined).toBe(method === 'POST')
  for (const code of listCallErrors(name)) {
    expect(described.responses[apiErrors[code].status]?.description).toContain(`\`${code}\``)
  }
})

test('the document lists the query of a GET, for admins and for anyone', async () => {
  const { body } = await api.client().get('/api/openapi.json')
  const listQuery = (path: string) =>
    v
      .parse(operation, body.paths[path].get)
      .parameters.filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name)
  expect(listQuery('/api/verify-certificate')).toEqual(['number'])
  expect(listQuery('/api/export/')).toEqual(['country'])
  expect(listQuery('/api/sanctum/csrf-cookie')).toEqual([])
})

test.each([
  [
    'identity-refused',
    [
      'login',
      'resetTokens',
      'storageIdentity',
      'openAdminPages',
      'createAuthenticator',
      'confirmAuthenticator',
      'deleteAuthenticator',
      'getCustomer',
      'checkCustomer',
      'eraseAccount',
    ],
  ],
  ['not-found', ['confirmAuthenticator', 'giveRole', 'rescueEntry', 'syncDevice', 'eraseCustomer']],
  ['sign-in-too-old', ['createAuthenticator', 'deleteAuthenticator', 'eraseAccount']],
] as const)('lists %s as a refusal of exactly the calls that can return it', (code, names) => {
  expect(callNames.filter((name) => listCallErrors(name).includes(code)).toSorted()).toEqual(names.toSorted())
})

test('describes bodies field by field, and excludes unknown fields', async () => {
  const { body } = await api.client().get('/api/openapi.json')
  const { requestBody } = v.parse(operation, body.paths['/api/save-modules-events'].post)
  expect(requestBody?.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['customer_id', 'video_id', 'type', 'action'],
    additionalProperties: false,
    properties: { type: { enum: ['module', 'video'] } },
  })
})

test('the page for readers names every call and every refusal, and needs no script', async () => {
  const { status, headers, body } = await api.client().get('/api/docs')
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toContain('text/html')
  expect(body).toMatch(/^<!doctype html>/i)
  for (const name of callNames) expect(body).toContain(`id="${name}"`)
  for (const code of Object.keys(apiErrors)) {
    expect(code === 'not-found' || body.includes(`<code>${code}</code>`)).toBe(true)
  }
  expect(body).not.toMatch(/<script|javascript:|https?:\/\/(?!json-schema)/)
})
