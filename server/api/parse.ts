import * as v from 'valibot'
import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { isKnownSchema, schemaVersion, upgradeBody } from '../../src/contract/schema-version.ts'
import { contentLists, isContentName } from '../../src/contract/shapes.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Body } from './handler.ts'

/** Bytes; the longest survey is a tenth of it. */
const mostBodyBytes = 64 * 1024

const tooLarge = fail<Refusal>({ code: 'too-large' })

const readBytes = async (request: Request): Promise<Result<Uint8Array, Refusal>> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > mostBodyBytes) return tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  // A body without a length is counted while it arrives, so that it cannot fill the memory.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBodyBytes) return tooLarge
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}

/** The JSON of a request's body, with the bytes it was read from. */
export const readJson = async (
  http: Http,
): Promise<Result<{ bytes: Uint8Array; json: unknown }, Refusal>> => {
  const type = http.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return fail({ code: 'not-json' })
  const read = await readBytes(http.req.raw)
  if (!read.ok) return read
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.value)
    return ok({ bytes: read.value, json: JSON.parse(text) })
  } catch {
    return fail({ code: 'bad-json' })
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first field that a schema took and did not give back: a record of valibot silently drops `constructor`. */
const leftOut = (input: unknown, output: unknown): string | undefined => {
  if (!isObject(input) || !isObject(output)) return undefined
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(output, name)) return name
    const inner = leftOut(Reflect.get(input, name), Reflect.get(output, name))
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}

const contentExpected = new Set<string | null>(contentLists.map(({ expects }) => expects))

/** Whether a field names content that this copy of the server does not have, such as a new module: a newer copy may. */
const isUnknownContent = ({ expected, input }: v.BaseIssue<unknown>): boolean =>
  contentExpected.has(expected) && isContentName(input)

/** Checks a body or a query by its row's schema; the first field at fault is named. */
export const parseBody = <N extends CallName>(name: N, input: unknown): Result<Body<N>, Refusal> => {
  // To valibot an array is an object without the fields, and a body without fields would accept it.
  const body = Array.isArray(input) ? null : input
  const parsed = v.safeParse<v.GenericSchema<unknown, Body<N>>>(productApi[name].body, body)
  if (parsed.success) {
    const lost = leftOut(body, parsed.output)
    if (lost === undefined) return ok(parsed.output)
    return fail({ code: 'invalid-body', path: lost, detail: 'This field name is not allowed.' })
  }
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  const detail = issue.message.slice(0, 200)
  const code = parsed.issues.every(isUnknownContent) ? 'schema-unknown' : 'invalid-body'
  return fail({ code, detail, ...(path === null ? {} : { path }) })
}

/** Whose call it is: every body names its customer, as `customer_id` or, at sign-up, as `token`. */
export const isOwn = (body: object, customer: string): boolean =>
  ('customer_id' in body ? body.customer_id : 'token' in body && body.token) === customer

/** A body that names a device may speak for the session's only. */
const isOfDevice = (body: object, device: string): boolean => !('device' in body) || body.device === device

/** The body of a call that a customer makes; refused when it speaks for another customer. */
export const parseOwn = <N extends CallName>(
  name: N,
  json: unknown,
  { customer, device }: Pick<Session, 'customer' | 'device'>,
): Result<Body<N>, Refusal> => {
  const body = parseBody(name, json)
  if (!body.ok) return body
  if (!isOwn(Object(body.value), customer)) return fail({ code: 'other-customer' })
  if (!isOfDevice(Object(body.value), device)) {
    return fail({ code: 'invalid-body', path: 'device', detail: 'The session belongs to another device.' })
  }
  return body
}

/** Reads X-Schema-Version: the version of the contract that a body is of, today's where none is named. */
export const parseVersion = (header: string | undefined): number =>
  header === undefined ? schemaVersion : Number(header)

/** A body in the form of a version of the contract in the form of today. */
export const upgradeFrom = (version: number, name: CallName, body: unknown): Result<unknown, Refusal> =>
  isKnownSchema(version) ? ok(upgradeBody(name, version, body)) : fail({ code: 'schema-unknown' })
