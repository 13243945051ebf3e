import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { CredentialIssuer } from '../shared/temporary-credentials.ts'
import { type AllowedOrigins, createCors } from './http/cors.ts'
import { S3Error } from './http/errors.ts'
import { getParameter, parseRequest, type S3Request } from './http/request.ts'
import { createErrorResponse, type S3Response, writeResponse } from './http/response.ts'
import { assertAccess } from './policy.ts'
import { getRoute } from './router.ts'
import { authenticate } from './signature/authenticate.ts'
import { openStore } from './store/store.ts'

export type ObjectStoreOptions = {
  /** Where everything is stored. Created if missing. Only one process may use it at a time. */
  directory: string
  credentials: CredentialIssuer
  buckets: readonly string[]
  region: string
  allowedOrigins: AllowedOrigins
  /** In ms since the epoch. */
  now?: () => number
  /** Called for bugs in this server, but not for rejected requests. */
  onError?: (error: unknown) => void
}

/** Options of `node:http` for slow uploads: no time limit for a whole request, and long-lived connections. */
export const objectStoreServerOptions = {
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
} satisfies ServerOptions

const createRequestIds = () => ({
  'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
  'x-amz-id-2': randomBytes(48).toString('base64'),
})

const disconnectCodes = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/**
 * Whether an error only means that the client disconnected. Such an error is not a bug and is not reported.
 */
const isDisconnect = (error: unknown) =>
  error instanceof Error && 'code' in error && disconnectCodes.some((code) => code === error.code)

/**
 * Creates a stand-in for Amazon S3. For the calls that this product makes, the AWS SDK cannot tell it from
 * S3. It supports only path-style URLs.
 */
export const createObjectStore = (options: ObjectStoreOptions) => {
  const { directory, credentials, buckets, region, allowedOrigins } = options
  const { now = Date.now, onError = console.error } = options
  const store = openStore(directory)
  const cors = createCors(allowedOrigins)

  const runOperation = async (request: S3Request): Promise<S3Response> => {
    const caller = authenticate(request, { credentials, region, now })
    const { bucket, key } = request
    if (bucket === '') throw new S3Error('AccessDenied')
    if (!buckets.includes(bucket)) throw new S3Error('NoSuchBucket', { BucketName: bucket })
    const { action, operation } = getRoute(request)
    // For `per-key`, the operation itself checks the role for each key of the body.
    if (action !== 'per-key') {
      // The permission to list depends on the prefix, all others on the key.
      const path = action === 's3:ListBucket' ? (getParameter(request, 'prefix') ?? '') : key
      assertAccess({ identityId: caller.identityId, action, bucket, path })
    }
    return operation({ request, caller, store, buckets, now })
  }

  const respond = async (message: IncomingMessage, requestId: string): Promise<S3Response> => {
    try {
      return message.method === 'OPTIONS'
        ? cors.respondToPreflight(message)
        : await runOperation(parseRequest(message))
    } catch (error) {
      const resource = message.url?.split('?')[0] ?? '/'
      if (error instanceof S3Error) return createErrorResponse(error, resource, requestId)
      if (!isDisconnect(error)) onError(error)
      return createErrorResponse(new S3Error('InternalError'), resource, requestId)
    }
  }

  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const requestIds = createRequestIds()
    response.setHeaders(new Map(Object.entries(requestIds)))
    response.setHeader('date', new Date(now()).toUTCString())
    cors.setHeaders(message, response)
    try {
      await writeResponse(response, await respond(message, requestIds['x-amz-request-id']))
      // Discards the rest of a rejected body, because browsers read a response only after they have sent it
      // all.
      message.resume()
    } catch (error) {
      // The headers have been sent, so only a cut connection can show that the response is incomplete.
      if (!isDisconnect(error)) onError(error)
      response.destroy()
    }
  }

  return {
    handler: (message: IncomingMessage, response: ServerResponse) => void handle(message, response),
    /** Waits for writes in progress. Close the server first. */
    close: store.close,
  }
}
