import type { IncomingMessage, ServerResponse } from 'node:http'
import type { S3Response } from './response.ts'
import { S3Error } from './errors.ts'

export type AllowedOrigins = 'any' | readonly string[]

/**
 * What a page's script may read: what the README's rule names and no more, so that what works here works in a bucket.
 * Without `ETag` no browser can complete a multipart upload.
 */
export const exposedHeaders = [
  'ETag',
  'Date',
  'Last-Modified',
  'Retry-After',
  'Content-Range',
  'Content-Length',
  'Content-Encoding',
  'Content-Disposition',
  'Accept-Ranges',
  'x-amz-request-id',
  'x-amz-id-2',
  'x-amz-mp-parts-count',
  'x-amz-meta-upload',
  'x-amz-checksum-type',
  'x-amz-checksum-crc32',
  'x-amz-checksum-sha1',
  'x-amz-checksum-sha256',
].join(', ')

const methods = 'GET, HEAD, PUT, POST, DELETE'

/** Seconds a browser may remember a preflight. Each part has its own URL, so it hardly matters for uploads. */
const maxAge = 3000

/** The bucket's CORS rule: `decorate` every response, errors included, and respond to preflights. */
export const createCors = (allowed: AllowedOrigins) => {
  const isAllowed = (origin: string) => allowed === 'any' || allowed.includes(origin)

  const decorate = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
    const { origin } = request.headers
    if (origin === undefined || !isAllowed(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Methods', methods)
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders)
  }

  const preflight = (request: IncomingMessage): S3Response => {
    const { origin } = request.headers
    const method = request.headers['access-control-request-method']
    if (origin === undefined || method === undefined) {
      throw new S3Error('InvalidRequest', {}, 'Insufficient information. Origin request header needed.')
    }
    if (!isAllowed(origin) || !methods.split(', ').includes(method)) {
      throw new S3Error('AccessForbidden', { Method: method, ResourceType: 'OBJECT' })
    }
    const headers = request.headers['access-control-request-headers']
    return {
      status: 200,
      headers: {
        'access-control-max-age': String(maxAge),
        ...(headers === undefined ? {} : { 'access-control-allow-headers': headers }),
      },
    }
  }

  return { decorate, preflight }
}
