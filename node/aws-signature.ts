import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from './sha256.ts'

/*
 * AWS's Signature Version 4 (SigV4): client and server compute the *canonical* form of a request, and sign it
 * with a key that they derive from the client's secret access key.
 */

/** A request to sign or to verify. `headers` are as sent; those in a presigned URL's query are in `query`. */
export type SignedRequest = {
  method: string
  /** Decoded. */
  path: string
  /** Decoded, in the order sent. */
  query: ReadonlyArray<readonly [name: string, value: string]>
  headers: IncomingHttpHeaders
}

/** Percent-encodes a text as SigV4 requires: everything except letters, digits and `-._~`. */
export const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 encodes the path once and, unlike other services, keeps `.` and `..` segments. */
const formatCanonicalPath = (path: string) => path.split('/').map(encode).join('/')

const formatCanonicalQuery = (query: SignedRequest['query']) =>
  query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

const formatCanonicalHeader = (headers: IncomingHttpHeaders, name: string) => {
  // The client chooses which headers it signs. It may name `constructor`, which is not a header.
  const value = (Object.hasOwn(headers, name) ? headers[name] : undefined) ?? ''
  const text = Array.isArray(value) ? value.join(',') : value
  return `${name}:${text.trim().replace(/\s+/g, ' ')}\n`
}

/** Returns the canonical form of a request, which both client and server compute to sign or verify it. */
export const createCanonicalRequest = (
  request: SignedRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
) =>
  [
    request.method,
    formatCanonicalPath(request.path),
    formatCanonicalQuery(request.query),
    signedHeaders.map((name) => formatCanonicalHeader(request.headers, name)).join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')

/** Returns the text to sign: algorithm, time, scope and the hash of the canonical request. */
export const createStringToSign = (time: string, scopeText: string, canonicalRequest: string) =>
  ['AWS4-HMAC-SHA256', time, scopeText, sha256(canonicalRequest)].join('\n')

/** `date/region/service/aws4_request`: the part of a credential that limits the use of its signing key. */
export type Scope = { date: string; region: string; service: string }

export const formatScope = ({ date, region, service }: Scope) => `${date}/${region}/${service}/aws4_request`

const computeHmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Derives the key for one day's requests to one service in one region. Each part of the scope is signed with
 * the result of the previous part.
 */
export const deriveSigningKey = (secretAccessKey: string, scope: Scope) =>
  formatScope(scope).split('/').reduce<string | Buffer>(computeHmac, `AWS4${secretAccessKey}`)

export const sign = (key: string | Buffer, text: string) => computeHmac(key, text).toString('hex')

const signingTimePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/**
 * Parses the time of a signature, such as `20261121T093000Z`, to ms since the epoch. NaN for any other text.
 */
export const readSigningTime = (time: string) =>
  signingTimePattern.test(time)
    ? Date.parse(time.replace(signingTimePattern, '$1-$2-$3T$4:$5:$6Z'))
    : Number.NaN

/** Compares two signatures in constant time, so that the duration does not reveal where they differ. */
export const isSameSignature = (expected: string, received: string) => {
  // `timingSafeEqual` requires the same number of bytes, which texts of the same length may not have.
  const [expectedBytes, receivedBytes] = [Buffer.from(expected), Buffer.from(received)]
  return expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes)
}
