import type { Scope } from '../../../node/aws-signature.ts'
import { S3Error } from '../http/errors.ts'
import { getHeader, getParameter, type S3Request } from '../http/request.ts'

/** The parts of a request's signature, from its Authorization header or its query. */
export type Authorization = {
  accessKeyId: string
  sessionToken?: string
  scope: Scope
  /** When the request was signed: `20240131T235959Z`. */
  time: string
  /** The lifetime of a presigned URL. Absent for a signature in the header. */
  lifetimeSeconds?: number
  signedHeaders: readonly string[]
  signature: string
  /** The hash of the body in hexadecimal digits, or the name of its encoding. */
  payloadHashHeader: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const maxLifetimeSeconds = 7 * 24 * 3600

/**
 * Parses a credential. `createError` creates the error, which differs in S3 between a header and a query.
 */
const parseCredential = (credential: string, createError: (message: string) => S3Error) => {
  // Split from the end, because an access key id may contain `/`.
  const [terminator, service, region, date, ...accessKeyId] = credential.split('/').toReversed()
  if (terminator !== 'aws4_request' || !service || !region || !date || accessKeyId.length === 0) {
    throw createError(
      'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    )
  }
  return { accessKeyId: accessKeyId.toReversed().join('/'), scope: { date, region, service } }
}

const splitField = (field: string): [name: string, value: string] => {
  const separator = field.indexOf('=')
  return [field.slice(0, separator), field.slice(separator + 1)]
}

const createMalformedHeaderError = (message: string) =>
  new S3Error('AuthorizationHeaderMalformed', {}, `The authorization header is malformed; ${message}`)

const parseAuthorizationHeader = (request: S3Request, authorization: string): Authorization => {
  const [mechanism, ...fieldTexts] = authorization.trim().split(/\s+/)
  if (mechanism !== algorithm) {
    const message = `The authorization mechanism you have provided is not supported. Please use ${algorithm}.`
    throw new S3Error('InvalidRequest', {}, message)
  }
  const fields = new Map(fieldTexts.join('').split(',').map(splitField))
  const credential = fields.get('Credential')
  const signedHeaders = fields.get('SignedHeaders')
  const signature = fields.get('Signature')
  if (!credential || !signedHeaders || !signature) {
    throw createMalformedHeaderError('Credential, SignedHeaders and Signature are required.')
  }
  const time = getHeader(request, 'x-amz-date')
  if (time === undefined) {
    throw new S3Error('AccessDenied', {}, 'AWS authentication requires a valid Date or x-amz-date header')
  }
  const payloadHashHeader = getHeader(request, 'x-amz-content-sha256')
  if (payloadHashHeader === undefined) {
    const message = 'Missing required header for this request: x-amz-content-sha256'
    throw new S3Error('InvalidRequest', {}, message)
  }
  const sessionToken = getHeader(request, 'x-amz-security-token')
  return {
    ...parseCredential(credential, createMalformedHeaderError),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    time,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHashHeader,
  }
}

const createMalformedQueryError = (message: string) =>
  new S3Error('AuthorizationQueryParametersError', {}, message)

const parseLifetimeSeconds = (text: string) => {
  const lifetimeSeconds = Number(text)
  if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 0) {
    throw createMalformedQueryError('X-Amz-Expires must be non-negative')
  }
  if (lifetimeSeconds > maxLifetimeSeconds) {
    throw createMalformedQueryError(
      'X-Amz-Expires must be less than a week (in seconds); that is, less than 604800',
    )
  }
  return lifetimeSeconds
}

const parsePresignedQuery = (request: S3Request): Authorization => {
  const requireParameter = (name: string) => {
    const value = getParameter(request, name)
    if (value) return value
    throw createMalformedQueryError(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    )
  }
  if (requireParameter('X-Amz-Algorithm') !== algorithm) {
    throw createMalformedQueryError(`X-Amz-Algorithm only supports "${algorithm}"`)
  }
  const sessionToken = getParameter(request, 'X-Amz-Security-Token')
  return {
    ...parseCredential(requireParameter('X-Amz-Credential'), createMalformedQueryError),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    time: requireParameter('X-Amz-Date'),
    lifetimeSeconds: parseLifetimeSeconds(requireParameter('X-Amz-Expires')),
    signedHeaders: requireParameter('X-Amz-SignedHeaders').split(';'),
    signature: requireParameter('X-Amz-Signature'),
    payloadHashHeader:
      getParameter(request, 'X-Amz-Content-Sha256') ??
      getHeader(request, 'x-amz-content-sha256') ??
      'UNSIGNED-PAYLOAD',
  }
}

/**
 * Reads the signature of a request without verifying it. Throws for an unsigned request, because no bucket of
 * the sandbox is public.
 */
export const readAuthorization = (request: S3Request): Authorization => {
  const { authorization } = request.message.headers
  if (getParameter(request, 'X-Amz-Algorithm') !== undefined) return parsePresignedQuery(request)
  if (authorization === undefined) throw new S3Error('AccessDenied')
  return parseAuthorizationHeader(request, authorization)
}
