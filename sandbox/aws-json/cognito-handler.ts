import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AwsError } from './aws-error.ts'
import { allowEveryOrigin, answerPreflight } from './cors.ts'
import type { Operation } from './operation.ts'
import { createPlannedFailures } from './planned-failures.ts'
import { parseJsonBody, readBody } from '../shared/read-body.ts'
import { isTestRequest } from '../shared/is-test-request.ts'
import { ownFaultOf } from '../shared/own-fault.ts'
import { requestUrl } from '../shared/request-url.ts'

type Services = {
  /** by the service's name in `X-Amz-Target`, then by operation */
  operations: Readonly<Record<string, ReadonlyMap<string, Operation>>>
  /** the public keys of a user pool, undefined for an unknown pool */
  keySet: (userPoolId: string) => Promise<object> | undefined
}

type Answer = { status: number; body: object }

/**
 * The origin that Amplify knows as `userPoolEndpoint` and `identityPoolEndpoint`: AWS JSON 1.1 over `POST /`, the key
 * sets under `/{userPoolId}/.well-known/jwks.json`, and `/_control/fail-next` for tests on this machine (see
 * createPlannedFailures).
 */
export const createCognitoHandler = ({ operations, keySet }: Services) => {
  const failures = createPlannedFailures()

  const call = async (request: IncomingMessage): Promise<object> => {
    const body = await readBody(request)
    const [service = '', name = ''] = String(request.headers['x-amz-target']).split('.')
    const run = Object.hasOwn(operations, service) ? operations[service]?.get(name) : undefined
    if (!run) throw new AwsError('UnknownOperationException', `Unknown operation ${service}.${name}.`)
    await failures.meet(name, ownFaultOf(request))
    return run(parseJsonBody(body), { headers: request.headers, body })
  }

  const control = async (request: IncomingMessage, path: string): Promise<Answer> => {
    if (!isTestRequest(request)) throw new AwsError('AccessDeniedException', 'Not from here.', 403)
    const asked = `${request.method} ${path}`
    if (asked === 'DELETE /_control/fail-next') failures.forget()
    else if (asked === 'POST /_control/fail-next') failures.order(parseJsonBody(await readBody(request)))
    else throw nothingAt(path)
    return ok({})
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = requestUrl(request).pathname
    if (request.method === 'POST' && path === '/') return ok(await call(request))
    if (path.startsWith('/_')) return control(request, path)
    const keys = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1]
    const found = request.method === 'GET' && keys ? await keySet(keys) : undefined
    if (!found) throw nothingAt(path)
    return ok(found)
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    allowEveryOrigin(response)
    if (request.method === 'OPTIONS') {
      answerPreflight(request.headers['access-control-request-headers'], response)
      return
    }
    answer(request)
      .catch((error: unknown) => failed(error, response))
      .then(({ status, body }) => send(response, status, body))
      .catch(() => response.destroy())
  }
}

const nothingAt = (path: string) => new AwsError('ResourceNotFoundException', `Nothing at ${path}.`, 404)

const ok = (body: object): Answer => ({ status: 200, body })

const failed = (error: unknown, response: ServerResponse): Answer => {
  const known =
    error instanceof AwsError ? error : new AwsError('InternalErrorException', 'Internal error.', 500)
  // The stack says where our own mistake is; it never holds what the client sent.
  if (!(error instanceof AwsError)) console.error(error)
  response.setHeader('x-amzn-ErrorType', `${known.type}:`)
  return { status: known.status, body: { __type: known.type, message: known.message } }
}

const send = (response: ServerResponse, status: number, body: object) => {
  response
    .writeHead(status, {
      'Content-Type': 'application/x-amz-json-1.1',
      'Cache-Control': 'no-store',
      'x-amzn-RequestId': randomUUID(),
    })
    .end(JSON.stringify(body))
}
