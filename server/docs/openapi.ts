import type { GenericSchema } from 'valibot'
import { apiErrors, type ApiErrorCode } from '../../src/contract/errors.ts'
import { callNames, productApi, type CallName } from '../../src/contract/product-api.ts'
import { cookies, headers, sessionDays } from '../../src/contract/product-api/headers-and-cookies.ts'
import { schemaVersion } from '../../src/contract/schema-version.ts'
import { apiError } from '../../src/contract/shared-schemas.ts'
import { explanations } from '../http/api-error.ts'
import { callSummaries } from './call-summaries.ts'
import { listCallErrors } from './call-errors.ts'
import { createJsonSchema, type JsonSchema } from './json-schema.ts'

type Json = Record<string, unknown>

const createJsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } })

const createQueryParameters = (body: GenericSchema): Json[] => {
  const { properties, required = [] } = createJsonSchema(body, 'input')
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
}

const stringSchema = { type: 'string' }
/** Describes a request header. Its value is a string, unless `schema` names another type. */
const createHeaderParameter = (name: string, description: string, { required = true, schema = {} } = {}) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { ...stringSchema, ...schema },
})

const csrfHeader = createHeaderParameter(headers.csrf, `The value of the ${cookies.csrf} cookie.`)
const keyHeader = createHeaderParameter(
  headers.idempotencyKey,
  'Identifies the entry. If it is sent again, it gets the first response.',
  { schema: { format: 'uuid' } },
)
const sequenceHeader = createHeaderParameter(
  headers.deviceSequence,
  "`<device>/<number>`: the session's device and the number that it gave the entry, for the sync log.",
  { required: false },
)
const schemaHeader = createHeaderParameter(
  headers.schemaVersion,
  'The version of the body, if the entry was captured with an older version than the one shown here.',
  { required: false, schema: { type: 'integer', minimum: 1, maximum: schemaVersion } },
)

/** Lists the query parameters of a GET, or the headers of a POST. */
const listParameters = (name: CallName): Json[] => {
  const { method, delivery, body } = productApi[name]
  if (method === 'GET') return createQueryParameters(body)
  return delivery === 'outbox' ? [csrfHeader, keyHeader, sequenceHeader, schemaHeader] : [csrfHeader]
}

/** Explains error codes that have the same status, because OpenAPI has one response for each status. */
const describeErrorStatus = (codes: readonly ApiErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${explanations[code]}`).join('\n\n'),
  content: createJsonContent({ $ref: '#/components/schemas/Error' }),
})

const describeErrors = (name: CallName): Json => {
  const codesByStatus = Map.groupBy(listCallErrors(name), (code) => apiErrors[code].status)
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [String(status), describeErrorStatus(codes)]),
  )
}

const replayHeaders = {
  [headers.idempotentReplay]: {
    description: '`true` if the entry had been accepted before.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const describeResponse = (name: CallName): Json => {
  const { response, delivery } = productApi[name]
  const isCsv = response.type === 'string'
  const content = isCsv
    ? { 'text/csv': { schema: stringSchema } }
    : createJsonContent(createJsonSchema(response, 'output'))
  const described = { description: 'Done.', content }
  return delivery === 'outbox' ? { ...described, headers: replayHeaders } : described
}

const tags = {
  anyone: 'Anyone',
  customer: 'Customers',
  'unproved-admin': 'Admins',
  viewer: 'Admins',
  supporter: 'Admins',
  manager: 'Admins',
} as const

const describeOperation = (name: CallName): Json => {
  const { method, access, delivery, body } = productApi[name]
  const requestBody = { required: true, content: createJsonContent(createJsonSchema(body, 'input')) }
  return {
    operationId: name,
    summary: callSummaries[name],
    tags: [tags[access]],
    'x-delivery': delivery,
    security: access === 'anyone' ? [] : [{ session: [] }],
    parameters: listParameters(name),
    ...(method === 'POST' && { requestBody }),
    responses: { 200: describeResponse(name), ...describeErrors(name) },
  }
}

/** Generates the OpenAPI 3.1 document of the product API from the table of the contract. */
export const createOpenApi = (version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Breaking Barriers product API',
    version,
    description:
      `Sessions are cookies of ${sessionDays} days. Every POST repeats the ${cookies.csrf} cookie in ${headers.csrf}. ` +
      `Calls with an ${headers.idempotencyKey} take effect exactly once per customer and key.`,
  },
  paths: Object.fromEntries(
    callNames.map((name) => [
      productApi[name].path,
      { [productApi[name].method.toLowerCase()]: describeOperation(name) },
    ]),
  ),
  components: {
    schemas: { Error: createJsonSchema(apiError, 'output') },
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookies.session,
        description: `Under TLS its name is __Host-${cookies.session}.`,
      },
    },
  },
})
