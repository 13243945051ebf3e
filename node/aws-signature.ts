import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from './sha256.ts'

/** Percent-encoding as SigV4 wants it: everything but letters, digits and `-._~`. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 encodes the path once and, unlike other services, keeps `.` and `..` segments. */
const canonicalPath = (path: string) => path.split('/').map(encode).join('/')

const canonicalQuery = (query: SignedRequest['query']) =>
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
export type SignedRequest = {
  method: string
  /** decoded */
  path: string
  /** decoded, in the order sent */
  query: ReadonlyArray<readonly [name: string, value: string]>
  headers: IncomingHttpHeaders
}

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

/** `date/region/service/aws4_request`, the part of a credential that names what a signing key is good for. */
export type Scope = { date: string; region: string; service: string }

export const scopeText = ({ date, region, service }: Scope) => `${date}/${region}/${service}/aws4_request`

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The key that signs one day's requests to one service of one region. */
export const signingKey = (secretAccessKey: string, scope: Scope) =>
  scopeText(scope).split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)

export const sign = (key: string | Buffer, text: string) => hmac(key, text).toString('hex')

const timestamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** ms since epoch of the `20261121T093000Z` that a signature was made at; NaN for anything else. */
export const readSigningTime = (time: string) =>
  timestamp.test(time) ? Date.parse(time.replace(timestamp, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN

/** Compares two signatures in constant time, which does not reveal where they differ. */
export const isSameSignature = (expected: string, given: string) => {
  // Bytes, not characters: `é` is one of these and two of those.
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
