import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { isTestRequest } from '../shared/is-test-request.ts'
import { createPlannedFaults, faultEntries } from '../shared/planned-faults.ts'
import { readBody } from '../shared/read-body.ts'
import { requestUrl } from '../shared/request-url.ts'
import { sendResponse, type SentResponse } from '../shared/send-response.ts'
import { AwsError } from './aws-error.ts'
import type { Operation } from './operation.ts'

type Services = {
  /** by the service's name in `X-Amz-Target`, then by operation */
  operations: Readonly<Record<string, ReadonlyMap<string, Operation>>>
  /** the public keys of a user pool, undefined for an unknown pool */
  keySet: (userPoolId: string) => Promise<object> | undefined
}

const plannedFault = v.object({
  ...faultEntries,
  /** absent where the call is only slow */
  type: v.optional(v.string()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 400),
  message: v.optional(v.string(), 'Planned failure.'),
})

const parsePlannedFault = (input: unknown) => {
  const parsed = v.safeParse(plannedFault, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new AwsError('InvalidParameterException', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const body = await readBody(request)
  if (body === undefined) throw new AwsError('RequestEntityTooLargeException', 'Request is too large.', 413)
  return body
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.')
  }
}

/**
 * The origin that Amplify knows as `userPoolEndpoint` and `identityPoolEndpoint`: AWS JSON 1.1 over `POST /`, the key
 * sets under `/{userPoolId}/.well-known/jwks.json`, and `/_control/fail-next` for tests on this machine, such as
 * `{ "target": "InitiateAuth", "type": "InternalErrorException", "status": 500, "times": 1 }`. Amplify itself repeats a
 * call three times after a 5xx or a LimitExceededException.
 */
export const createCognitoHandler = ({ operations, keySet }: Services) => {
  const faults = createPlannedFaults(parsePlannedFault)

  const call = async (request: IncomingMessage): Promise<object> => {
    const body = await readText(request)
    const [service = '', name = ''] = String(request.headers['x-amz-target']).split('.')
    const run = Object.hasOwn(operations, service) ? operations[service]?.get(name) : undefined
    if (!run) throw new AwsError('UnknownOperationException', `Unknown operation ${service}.${name}.`)
    const fault = await faults.next(name, request)
    if (fault?.type) throw new AwsError(fault.type, fault.message, fault.status)
    return run(parseJson(body), { headers: request.headers, body })
  }

  const control = async (request: IncomingMessage, path: string): Promise<object> => {
    if (!isTestRequest(request)) throw new AwsError('AccessDeniedException', 'Not from here.', 403)
    const readJson = async () => parseJson(await readText(request))
    if (await faults.control(`${request.method} ${path}`, readJson)) return {}
    throw nothingAt(path)
  }

  const respond = async (request: IncomingMessage): Promise<object> => {
    const path = requestUrl(request).pathname
    if (request.method === 'POST' && path === '/') return call(request)
    if (path.startsWith('/_')) return control(request, path)
    const keys = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1]
    const found = request.method === 'GET' && keys ? await keySet(keys) : undefined
    if (!found) throw nothingAt(path)
    return found
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    allowEveryOrigin(response)
    if (request.method === 'OPTIONS') {
      answerPreflight(request.headers['access-control-request-headers'], response)
      return
    }
    sendResponse(
      response,
      respond(request).then((body) => awsResponse(200, body), failed),
    )
  }
}

/** Cognito's responses are readable from any origin (it never takes cookies), and so are these, errors included. */
const allowEveryOrigin = (response: ServerResponse) => {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', 'x-amzn-RequestId,x-amzn-ErrorType,Date')
}

/** Answers a preflight: the browser asks for the SDK's own headers by name. */
const answerPreflight = (requestedHeaders: string | undefined, response: ServerResponse) =>
  response
    .writeHead(200, {
      'Access-Control-Allow-Methods': 'POST,GET,DELETE,OPTIONS',
      'Access-Control-Allow-Headers': requestedHeaders ?? 'content-type,x-amz-target',
      'Access-Control-Max-Age': '172800',
      Vary: 'Access-Control-Request-Headers',
    })
    .end()

const nothingAt = (path: string) => new AwsError('ResourceNotFoundException', `Nothing at ${path}.`, 404)

const awsResponse = (status: number, body: object, headers: Record<string, string> = {}): SentResponse => ({
  status,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
  headers: { 'x-amzn-RequestId': randomUUID(), ...headers },
})

const failed = (error: unknown): SentResponse => {
  const known =
    error instanceof AwsError ? error : new AwsError('InternalErrorException', 'Internal error.', 500)
  // The stack says where our own mistake is; it never holds what the client sent.
  if (!(error instanceof AwsError)) console.error(error)
  const { type, message, status } = known
  return awsResponse(status, { __type: type, message }, { 'x-amzn-ErrorType': `${type}:` })
}
