import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { S3Request } from '../http/request.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Percent-encoding as SigV4 wants it: everything but letters, digits and `-._~`. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 encodes the path once and, unlike other services, keeps `.` and `..` segments. */
const canonicalPath = (path: string) => path.split('/').map(encode).join('/')

const canonicalQuery = (query: S3Request['query']) =>
  query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

const canonicalHeader = (headers: IncomingHttpHeaders, name: string) => {
  // The client chooses the names: `constructor` is none that it sent.
  const value = (Object.hasOwn(headers, name) ? headers[name] : undefined) ?? ''
  const joined = Array.isArray(value) ? value.join(',') : value
  return `${name}:${joined.trim().replace(/\s+/g, ' ')}\n`
}

/** `headers` as they were sent, not as a presigned URL adds to them. */
export type SignedRequest = Pick<S3Request, 'method' | 'path' | 'query' | 'headers'>

/** The request as both sides write it down before signing it. */
export const canonicalRequest = (
  request: SignedRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
) =>
  [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.query),
    signedHeaders.map((name) => canonicalHeader(request.headers, name)).join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')

/** What is signed: algorithm, time, scope, and the hash of the canonical request. */
export const stringToSign = (time: string, scope: string, canonical: string) =>
  ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
