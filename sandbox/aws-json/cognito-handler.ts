import { randomUUID } from 'node:crypto'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { createHttpApp, type HttpContext, createListener, maxBodyBytes } from '../shared/http-app.ts'
import { createPlannedFaults, faultFields } from '../shared/planned-faults.ts'
import { AwsError } from './aws-error.ts'
import type { Operation } from './operation.ts'

type Services = {
  /** By the service's name in `X-Amz-Target`, then by the name of the operation. */
  operations: Readonly<Record<string, ReadonlyMap<string, Operation>>>
  /** Returns the public keys of a user pool. Undefined for an unknown pool. */
  keySet: (userPoolId: string) => Promise<object> | undefined
}

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

/**
 * The origin that Amplify uses as `userPoolEndpoint` and `identityPoolEndpoint`. Serves AWS JSON 1.1 under
 * `POST /`, the key sets under `/{userPoolId}/.well-known/jwks.json`, and `/_control/fail-next`, where tests
 * on this machine plan faults such as `{ "target": "InitiateAuth", "type": "InternalErrorException",
 * "status": 500, "times": 1 }`. Amplify itself repeats a call three times after a 5xx or a
 * LimitExceededException.
 */
export const createCognitoHandler = ({ operations, keySet }: Services) => {
  const faults = createPlannedFaults(parsePlannedFault)

  const runOperation = async (http: HttpContext): Promise<object> => {
    const body = await http.req.text()
    const [service = '', name = ''] = (http.req.header('X-Amz-Target') ?? '').split('.')
    const operation = Object.hasOwn(operations, service) ? operations[service]?.get(name) : undefined
    if (!operation) throw new AwsError('UnknownOperationException', `Unknown operation ${service}.${name}.`)
    const fault = await faults.take(name, http)
    if (fault?.type) throw new AwsError(fault.type, fault.message, fault.status)
    return operation(parseJson(body), { headers: http.req.header(), body })
  }

  const app = createHttpApp()
  app.onError(toErrorResponse)
  app.notFound((http) => toErrorResponse(pathNotFound(http.req.path)))
  app.route('/', faults.routes)
  app.use(allowAnyOrigin, bodyLimit({ maxSize: maxBodyBytes, onError: refuseSize }))
  app.post('/', async (http) => awsResponse(200, await runOperation(http)))
  app.get('/:userPoolId/.well-known/jwks.json', async (http) => {
    const keys = await keySet(http.req.param('userPoolId'))
    return keys ? awsResponse(200, keys) : http.notFound()
  })
  return createListener(app)
}

/**
 * Allows any origin to read the responses, including errors. Cognito uses no cookies, so it allows this too.
 */
const allowAnyOrigin = cors({
  origin: '*',
  allowMethods: ['POST', 'GET', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['x-amzn-RequestId', 'x-amzn-ErrorType', 'Date'],
  maxAge: 172_800,
})

const refuseSize = () => {
  throw new AwsError('RequestEntityTooLargeException', 'Request is too large.', 413)
}

const pathNotFound = (path: string) => new AwsError('ResourceNotFoundException', `Nothing at ${path}.`, 404)

const awsResponse = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'x-amzn-RequestId': randomUUID(),
      ...headers,
    },
  })

const toAwsError = (error: unknown) => {
  if (error instanceof AwsError) return error
  // This is a defect of the sandbox. The stack shows where it is, and never contains what the client sent.
  console.error(error)
  return new AwsError('InternalErrorException', 'Internal error.', 500)
}

const toErrorResponse = (error: unknown) => {
  const { type, message, status } = toAwsError(error)
  return awsResponse(status, { __type: type, message }, { 'x-amzn-ErrorType': `${type}:` })
}
