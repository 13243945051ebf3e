import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCorsRule } from '../../../deploy/storage/cors-rule.ts'
import { S3Error } from './errors.ts'
import type { S3Response } from './response.ts'

export type AllowedOrigins = 'any' | readonly string[]

/**
 * Applies the bucket's CORS rule. `setHeaders` adds its headers to every response, errors included.
 * `respondToPreflight` throws if the rule forbids the request. Neither function reads `AllowedHeaders`,
 * because the rule allows every header.
 */
export const createCors = (allowedOrigins: AllowedOrigins) => {
  const rule = createCorsRule(allowedOrigins === 'any' ? ['*'] : allowedOrigins)
  const methods: readonly string[] = rule.AllowedMethods
  const isAllowedOrigin = (origin: string) =>
    rule.AllowedOrigins.includes('*') || rule.AllowedOrigins.includes(origin)

  const setHeaders = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
    const { origin } = request.headers
    if (origin === undefined || !isAllowedOrigin(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Methods', methods.join(', '))
    response.setHeader('Access-Control-Expose-Headers', rule.ExposeHeaders.join(', '))
  }

  const respondToPreflight = (request: IncomingMessage): S3Response => {
    const { origin } = request.headers
    const method = request.headers['access-control-request-method']
    if (origin === undefined || method === undefined) {
      throw new S3Error('InvalidRequest', {}, 'Insufficient information. Origin request header needed.')
    }
    if (!isAllowedOrigin(origin) || !methods.includes(method)) {
      throw new S3Error('AccessForbidden', { Method: method, ResourceType: 'OBJECT' })
    }
    const requestedHeaders = request.headers['access-control-request-headers']
    return {
      status: 200,
      headers: {
        'access-control-max-age': String(rule.MaxAgeSeconds),
        ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
      },
    }
  }

  return { setHeaders, respondToPreflight }
}
