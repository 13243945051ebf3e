import * as v from 'valibot'
import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Session } from '../auth/sessions.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Body } from './handler.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first field that a schema took and did not give back: a record of valibot loses `constructor` without a word. */
const leftOut = (input: unknown, output: unknown): string | undefined => {
  if (!isObject(input) || !isObject(output)) return undefined
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(output, name)) return name
    const inner = leftOut(Reflect.get(input, name), Reflect.get(output, name))
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}

/** Checks a body or a query by its row's schema; the first field at fault is named. */
export const parseBody = <N extends CallName>(name: N, input: unknown): Result<Body<N>, Refusal> => {
  // To valibot an array is an object without the fields, and a body without fields would accept it.
  const body = Array.isArray(input) ? null : input
  const parsed = v.safeParse<v.GenericSchema<unknown, Body<N>>>(productApi[name].body, body)
  if (parsed.success) {
    const lost = leftOut(body, parsed.output)
    if (lost === undefined) return ok(parsed.output)
    return fail({ code: 'invalid-body', path: lost, detail: 'This name cannot be stored.' })
  }
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  const detail = issue.message.slice(0, 200)
  return fail({ code: 'invalid-body', detail, ...(path === null ? {} : { path }) })
}

/** Whose call it is: every body names its customer, as `customer_id` or, at sign-up, as `token`. */
export const isOwn = (body: object, customer: string): boolean =>
  ('customer_id' in body ? body.customer_id : 'token' in body && body.token) === customer

/** A body that names a device may speak for the session's only. */
const isOfDevice = (body: object, device: string): boolean => !('device' in body) || body.device === device

/** The body of a call that a customer makes; refused when it speaks for somebody else. */
export const parseOwn = <N extends CallName>(
  name: N,
  json: unknown,
  { customer, device }: Pick<Session, 'customer' | 'device'>,
): Result<Body<N>, Refusal> => {
  const body = parseBody(name, json)
  if (!body.ok) return body
  if (!isOwn(Object(body.value), customer)) return fail({ code: 'other-customer' })
  if (!isOfDevice(Object(body.value), device)) {
    return fail({ code: 'invalid-body', path: 'device', detail: 'The session is of another device.' })
  }
  return body
}
