import { AwsError } from '../aws-json/aws-error.ts'
import type { SignedRequest } from '../aws-json/operation.ts'
import {
  canonicalRequest,
  isSameSignature,
  readSigningTime,
  sign,
  signingKey,
  stringToSign,
} from '../../node/aws-signature.ts'
import { sha256 } from '../../node/sha256.ts'

export type DeveloperKey = { accessKeyId: string; secretAccessKey: string }

type Expected = { key: DeveloperKey; region: string; now: number }

const service = 'cognito-identity'
const allowedSkewMs = 5 * 60_000
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/

const refused = (reason: string) => new AwsError('InvalidSignatureException', reason)

/**
 * Checks Signature Version 4 on a `POST /`: key, scope, date and every signed header, so that no request can
 * be altered or replayed late.
 */
export const assertDeveloperSignature = (request: SignedRequest, { key, region, now }: Expected) => {
  const { authorization, ['x-amz-date']: date } = request.headers
  if (!authorization || typeof date !== 'string') {
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  const [, accessKeyId, scope = '', signedHeaders = '', signature = ''] =
    authorizationPattern.exec(authorization) ?? []
  if (accessKeyId !== key.accessKeyId) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    )
  }
  if (scope !== `${date.slice(0, 8)}/${region}/${service}/aws4_request`) {
    throw refused('Credential should be scoped to a valid region and the correct service.')
  }
  const names = signedHeaders.split(';')
  if (!names.includes('host') || !names.includes('x-amz-date')) {
    throw refused("'host' and 'x-amz-date' must be signed.")
  }
  if (!(Math.abs(now - readSigningTime(date)) <= allowedSkewMs)) throw refused(`Signature expired: ${date}`)

  const canonical = canonicalRequest(
    { method: 'POST', path: '/', query: [], headers: request.headers },
    names,
    sha256(request.body),
  )
  const credentialScope = { date: date.slice(0, 8), region, service }
  const expected = sign(
    signingKey(key.secretAccessKey, credentialScope),
    stringToSign(date, scope, canonical),
  )
  if (!isSameSignature(expected, signature)) {
    throw refused('The request signature we calculated does not match the signature you provided.')
  }
}
