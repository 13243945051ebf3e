import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { S3Error } from './errors.ts'

/** A request in S3's terms. Addressing is path-style: `/bucket/key`. */
export type S3Request = {
  method: string
  /** The decoded path, `/bucket/key`. */
  path: string
  /** '' for the service itself. */
  bucket: string
  /** '' for the bucket itself. */
  key: string
  /** Decoded, in the order sent. */
  query: ReadonlyArray<readonly [name: string, value: string]>
  /** The client's headers, plus the `x-amz-*` headers that a presigned URL moved to the query. */
  headers: IncomingHttpHeaders
  /** The request as Node received it. Its body has not been read. */
  message: IncomingMessage
}

const maxKeyBytes = 1024

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI', { URI: text })
  }
}

const decodeQuery = (query: string) =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
      return [decode(name), decode(value.join('='))] as const
    })

/**
 * Reads the `x-amz-*` headers (checksum mode, metadata) that the presigner of the AWS SDK moves into the URL
 * ("hoists").
 */
const readHoistedHeaders = (query: S3Request['query']) =>
  query.some(([name]) => name === 'X-Amz-Signature')
    ? Object.fromEntries(query.filter(([name]) => name.startsWith('x-amz-')))
    : {}

/** Parses the path and the query of a request. Throws if the URL cannot be decoded or the key is too long. */
export const parseRequest = (message: IncomingMessage): S3Request => {
  const [rawPath = '/', ...rawQuery] = (message.url ?? '/').split('?')
  const path = decode(rawPath)
  const [, bucket = '', ...keySegments] = path.split('/')
  const key = keySegments.join('/')
  if (Buffer.byteLength(key) > maxKeyBytes) {
    throw new S3Error('KeyTooLongError', { Size: Buffer.byteLength(key), MaxSizeAllowed: maxKeyBytes })
  }
  // A value in the query may contain `?`.
  const query = decodeQuery(rawQuery.join('?'))
  const headers = { ...readHoistedHeaders(query), ...message.headers }
  return { method: message.method ?? 'GET', path, bucket, key, query, headers, message }
}

/** Returns the value of a query parameter, '' if it has no value, or undefined if it is absent. */
export const getParameter = (request: S3Request, name: string) =>
  request.query.find(([parameter]) => parameter === name)?.[1]

/** Returns the value of a header; joins several values by commas. */
export const getHeader = (request: S3Request, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
