import { S3Error } from '../http/errors.ts'
import { header, parameter, type S3Request } from '../http/request.ts'
import type { Scope } from '../../../node/aws-signature.ts'

/** The parts of a request's signature, from its Authorization header or its query. */
export type Authorization = {
  accessKeyId: string
  sessionToken?: string
  scope: Scope
  /** `20240131T235959Z` */
  time: string
  /** Lifetime of a presigned URL in seconds */
  expiresIn?: number
  signedHeaders: readonly string[]
  signature: string
  /** A hexadecimal hash, or the name of a body encoding */
  payloadHash: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const maxExpiresIn = 7 * 24 * 3600

const readCredential = (credential: string, refuse: (message: string) => S3Error) => {
  const [terminator, service, region, date, ...accessKeyId] = credential.split('/').toReversed()
  if (terminator !== 'aws4_request' || !service || !region || !date || accessKeyId.length === 0) {
    throw refuse(
      'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    )
  }
  return { accessKeyId: accessKeyId.toReversed().join('/'), scope: { date, region, service } }
}

const malformedHeader = (message: string) =>
  new S3Error('AuthorizationHeaderMalformed', {}, `The authorization header is malformed; ${message}`)

const readHeader = (request: S3Request, authorization: string): Authorization => {
  const [given, ...rest] = authorization.trim().split(/\s+/)
  if (given !== algorithm) {
    const message = `The authorization mechanism you have provided is not supported. Please use ${algorithm}.`
    throw new S3Error('InvalidRequest', {}, message)
  }
  const fields = new Map(rest.join('').split(',').map(splitField))
  const credential = fields.get('Credential')
  const signedHeaders = fields.get('SignedHeaders')
  const signature = fields.get('Signature')
  if (!credential || !signedHeaders || !signature) {
    throw malformedHeader('Credential, SignedHeaders and Signature are required.')
  }
  const time = header(request, 'x-amz-date')
  if (time === undefined) {
    throw new S3Error('AccessDenied', {}, 'AWS authentication requires a valid Date or x-amz-date header')
  }
  const payloadHash = header(request, 'x-amz-content-sha256')
  if (payloadHash === undefined) {
    const message = 'Missing required header for this request: x-amz-content-sha256'
    throw new S3Error('InvalidRequest', {}, message)
  }
  const sessionToken = header(request, 'x-amz-security-token')
  return {
    ...readCredential(credential, malformedHeader),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    time,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash,
  }
}

const splitField = (field: string): [string, string] => {
  const at = field.indexOf('=')
  return [field.slice(0, at), field.slice(at + 1)]
}

const malformedQuery = (message: string) => new S3Error('AuthorizationQueryParametersError', {}, message)

const readExpiresIn = (text: string) => {
  const expiresIn = Number(text)
  if (!Number.isInteger(expiresIn) || expiresIn < 0) {
    throw malformedQuery('X-Amz-Expires must be non-negative')
  }
  if (expiresIn > maxExpiresIn) {
    throw malformedQuery('X-Amz-Expires must be less than a week (in seconds); that is, less than 604800')
  }
  return expiresIn
}

const readQuery = (request: S3Request): Authorization => {
  const read = (name: string) => {
    const value = parameter(request, name)
    if (value) return value
    throw malformedQuery(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    )
  }
  if (read('X-Amz-Algorithm') !== algorithm) {
    throw malformedQuery(`X-Amz-Algorithm only supports "${algorithm}"`)
  }
  const sessionToken = parameter(request, 'X-Amz-Security-Token')
  return {
    ...readCredential(read('X-Amz-Credential'), malformedQuery),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    time: read('X-Amz-Date'),
    expiresIn: readExpiresIn(read('X-Amz-Expires')),
    signedHeaders: read('X-Amz-SignedHeaders').split(';'),
    signature: read('X-Amz-Signature'),
    payloadHash:
      parameter(request, 'X-Amz-Content-Sha256') ??
      header(request, 'x-amz-content-sha256') ??
      'UNSIGNED-PAYLOAD',
  }
}

/** Reads the claimed signer of a request. Refuses an unsigned request, because no bucket here is public. */
export const readAuthorization = (request: S3Request): Authorization => {
  const { authorization } = request.message.headers
  if (parameter(request, 'X-Amz-Algorithm') !== undefined) return readQuery(request)
  if (authorization === undefined) throw new S3Error('AccessDenied')
  return readHeader(request, authorization)
}
