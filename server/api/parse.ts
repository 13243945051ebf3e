import * as v from 'valibot'
import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { isKnownSchema, schemaVersion, upgradeBody } from '../../src/contract/schema-version.ts'
import { contentLists, isContentId } from '../../src/contract/shared-schemas.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Session } from '../http/app-env.ts'
import type { Body } from './handler.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Finds the first field of the input that is missing in the output: Valibot's records silently drop names
 * such as `constructor`.
 */
const findDroppedField = (input: unknown, output: unknown): string | undefined => {
  if (!isObject(input) || !isObject(output)) return undefined
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(output, name)) return name
    const inner = findDroppedField(Reflect.get(input, name), Reflect.get(output, name))
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}

/**
 * The `expected` texts of the schemas that list content, such as the ids of modules. They identify the issues
 * that these schemas report.
 */
const contentExpectations = new Set<string | null>(contentLists.map(({ expects }) => expects))

/** Whether a field names content that this instance does not know. A newer instance may know it. */
const isUnknownContent = ({ expected, input }: v.BaseIssue<unknown>): boolean =>
  contentExpectations.has(expected) && isContentId(input)

/** Validates a body or a query against the schema of its row. The error names the first invalid field. */
export const parseBody = <N extends CallName>(name: N, input: unknown): Result<Body<N>, ApiError> => {
  // Valibot accepts an array as an object, so a schema without required fields would accept an array.
  const body = Array.isArray(input) ? null : input
  const parsed = v.safeParse<v.GenericSchema<unknown, Body<N>>>(productApi[name].body, body)
  if (parsed.success) {
    const droppedField = findDroppedField(body, parsed.output)
    if (droppedField === undefined) return ok(parsed.output)
    return fail({ code: 'invalid-body', path: droppedField, detail: 'This field name is not allowed.' })
  }
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  const detail = issue.message.slice(0, 200)
  const code = parsed.issues.every(isUnknownContent) ? 'schema-unknown' : 'invalid-body'
  return fail({ code, detail, ...(path === null ? {} : { path }) })
}

/** Whether a body names this customer, as `customer_id` or, at sign-up, as `token`. */
export const namesCustomer = (body: object, customerId: string): boolean => {
  if ('customer_id' in body) return body.customer_id === customerId
  return 'token' in body && body.token === customerId
}

/** Whether a body names the session's device or no device at all. */
const matchesDevice = (body: object, deviceId: string): boolean =>
  !('device' in body) || body.device === deviceId

/** Parses the body of a customer's call. Rejects it if it names another customer or device. */
export const parseOwnBody = <N extends CallName>(
  name: N,
  json: unknown,
  { customer: customerId, device: deviceId }: Pick<Session, 'customer' | 'device'>,
): Result<Body<N>, ApiError> => {
  const body = parseBody(name, json)
  if (!body.ok) return body
  if (!namesCustomer(Object(body.value), customerId)) return fail({ code: 'other-customer' })
  if (!matchesDevice(Object(body.value), deviceId)) {
    return fail({ code: 'invalid-body', path: 'device', detail: 'The session belongs to another device.' })
  }
  return body
}

/**
 * Reads X-Schema-Version, the version of the contract of a body. Defaults to the current version. A malformed
 * header becomes a number that is no known version, so `upgradeFrom` rejects it.
 */
export const parseVersion = (header: string | undefined): number =>
  header === undefined ? schemaVersion : Number(header)

/** Converts a body from an older version of the contract to the current one. */
export const upgradeFrom = (version: number, name: CallName, body: unknown): Result<unknown, ApiError> =>
  isKnownSchema(version) ? ok(upgradeBody(name, version, body)) : fail({ code: 'schema-unknown' })
