import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsRule } from '../../../deploy/storage/cors-rule.ts'
import type { S3Response } from './response.ts'
import { S3Error } from './errors.ts'

export type AllowedOrigins = 'any' | readonly string[]

/**
 * Applies the bucket's CORS rule. `decorate` adds its headers to every response, errors included; `preflight`
 * is the response to a preflight.
 */
export const createCors = (allowed: AllowedOrigins) => {
  const rule = corsRule(allowed === 'any' ? ['*'] : allowed)
  const methods: readonly string[] = rule.AllowedMethods
  const isAllowed = (origin: string) =>
    rule.AllowedOrigins.includes('*') || rule.AllowedOrigins.includes(origin)

  const decorate = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
    const { origin } = request.headers
    if (origin === undefined || !isAllowed(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Methods', methods.join(', '))
    response.setHeader('Access-Control-Expose-Headers', rule.ExposeHeaders.join(', '))
  }

  const preflight = (request: IncomingMessage): S3Response => {
    const { origin } = request.headers
    const method = request.headers['access-control-request-method']
    if (origin === undefined || method === undefined) {
      throw new S3Error('InvalidRequest', {}, 'Insufficient information. Origin request header needed.')
    }
    if (!isAllowed(origin) || !methods.includes(method)) {
      throw new S3Error('AccessForbidden', { Method: method, ResourceType: 'OBJECT' })
    }
    const headers = request.headers['access-control-request-headers']
    return {
      status: 200,
      headers: {
        'access-control-max-age': String(rule.MaxAgeSeconds),
        ...(headers === undefined ? {} : { 'access-control-allow-headers': headers }),
      },
    }
  }

  return { decorate, preflight }
}
