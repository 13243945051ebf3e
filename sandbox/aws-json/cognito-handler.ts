import { randomUUID } from 'node:crypto'
import type { Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import {
  createHttpApp,
  type HttpContext,
  type HttpEnv,
  createListener,
  maxBodyBytes,
} from '../shared/http-app.ts'
import { createPlannedFaults, faultFields } from '../shared/planned-faults.ts'
import { AwsError } from './aws-error.ts'
import type { Operation } from './operation.ts'

type Services = {
  /** The operations of each service, by the names of service and operation in `X-Amz-Target`. */
  operations: Readonly<Record<string, ReadonlyMap<string, Operation>>>
  /** Returns the public keys of a user pool as a JSON Web Key Set, or undefined for an unknown pool. */
  getKeySet: (userPoolId: string) => Promise<object> | undefined
  /** The pages and endpoints under the domains of user pools. */
  hostedSignIn: Hono<HttpEnv>
}

/** A fault that a test plans: the next calls of an operation are slow, fail, or both. */
const plannedFaultSchema = v.object({
  ...faultFields,
  /** The type of the error. Absent if the call is only slow. */
  type: v.optional(v.string()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 400),
  message: v.optional(v.string(), 'Planned failure.'),
})

const parsePlannedFault = (input: unknown) => {
  const parsed = v.safeParse(plannedFaultSchema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new AwsError('InvalidParameterException', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.')
  }
}

/** Allows pages of any origin to read all responses, including errors, like Cognito. */
const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['POST', 'GET', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['x-amzn-RequestId', 'x-amzn-ErrorType', 'Date'],
  maxAge: 172_800,
})

const rejectLargeBody = () => {
  throw new AwsError('RequestEntityTooLargeException', 'Request is too large.', 413)
}

const limitBody = bodyLimit({ maxSize: maxBodyBytes, onError: rejectLargeBody })

const createPathNotFoundError = (path: string) =>
  new AwsError('ResourceNotFoundException', `Nothing at ${path}.`, 404)

const createAwsResponse = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'x-amzn-RequestId': randomUUID(),
      ...headers,
    },
  })

/** Converts an unexpected error to AWS's internal error. */
const toAwsError = (error: unknown) => {
  if (error instanceof AwsError) return error
  // A bug in the sandbox. The stack shows where it is, and does not contain what the client sent.
  console.error(error)
  return new AwsError('InternalErrorException', 'Internal error.', 500)
}

const toErrorResponse = (error: unknown) => {
  const { type, message, status } = toAwsError(error)
  return createAwsResponse(status, { __type: type, message }, { 'x-amzn-ErrorType': `${type}:` })
}

/**
 * Creates the HTTP server that stands in for Amazon Cognito. Amplify, AWS's library in the app, uses it as
 * `userPoolEndpoint` and `identityPoolEndpoint`. It serves:
 *
 * - `POST /`: the operations, in AWS's protocol AWS JSON 1.1. `X-Amz-Target` names service and operation.
 * - `GET /{userPoolId}/.well-known/jwks.json`: the public keys of a user pool.
 * - the paths of `hostedSignIn`, with `oauth2/token` as the target of planned faults.
 * - `/_control/fail-next`: tests on this machine plan faults here, such as `{ "target": "InitiateAuth",
 *   "type": "InternalErrorException", "status": 500, "times": 1 }`. Amplify itself repeats a call three times
 *   after a 5xx or a LimitExceededException, so a fault may need more `times`.
 */
export const createCognitoHandler = ({ operations, getKeySet, hostedSignIn }: Services) => {
  const faults = createPlannedFaults(parsePlannedFault)

  /** Runs the operation that the request names. If a test has planned an error for it, throws this error. */
  const runOperation = async (context: HttpContext): Promise<object> => {
    const body = await context.req.text()
    const [service = '', name = ''] = (context.req.header('X-Amz-Target') ?? '').split('.')
    // `hasOwn`, because a client could send the name of a property that every object has (`constructor`).
    const operation = Object.hasOwn(operations, service) ? operations[service]?.get(name) : undefined
    if (!operation) throw new AwsError('UnknownOperationException', `Unknown operation ${service}.${name}.`)
    const fault = await faults.take(name, context)
    if (fault?.type) throw new AwsError(fault.type, fault.message, fault.status)
    return operation(parseJson(body), { headers: context.req.header(), body })
  }

  /** Fails an exchange of an authorization code if a test has planned that. */
  const failAsPlanned: MiddlewareHandler<HttpEnv> = async (context, next) => {
    const fault = context.req.method === 'POST' ? await faults.take('oauth2/token', context) : undefined
    if (fault?.type === undefined) return next()
    return new Response(JSON.stringify({ error: fault.type }), { status: fault.status })
  }

  const app = createHttpApp()
  app.onError(toErrorResponse)
  app.notFound((context) => toErrorResponse(createPathNotFoundError(context.req.path)))
  app.route('/', faults.routes)
  // Unlike the pages, these two can be called by pages of any origin.
  app.use('/oauth2/token', allowAnyOrigin, limitBody, failAsPlanned)
  app.use('/oauth2/revoke', allowAnyOrigin, limitBody)
  app.route('/', hostedSignIn)
  // The routes of planned faults stand before `allowAnyOrigin`, so that no web page can use them.
  app.use(allowAnyOrigin, limitBody)
  app.post('/', async (context) => createAwsResponse(200, await runOperation(context)))
  app.get('/:userPoolId/.well-known/jwks.json', async (context) => {
    const keySet = await getKeySet(context.req.param('userPoolId'))
    return keySet ? createAwsResponse(200, keySet) : context.notFound()
  })
  return createListener(app)
}
