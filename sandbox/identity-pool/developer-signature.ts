import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import type { SignedRequest } from '../aws-json/operation.ts'

export type DeveloperKey = { accessKeyId: string; secretAccessKey: string }

type Expected = { key: DeveloperKey; region: string; now: number }

const service = 'cognito-identity'
const algorithm = 'AWS4-HMAC-SHA256'
const allowedSkewMs = 5 * 60_000
const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/

const refused = (reason: string) => new AwsError('InvalidSignatureException', reason)

/** Checks Signature Version 4 on a `POST /`: key, scope, date and every signed header, so nothing can be altered or replayed late. */
export const assertDeveloperSignature = (request: SignedRequest, { key, region, now }: Expected) => {
  const { authorization, ['x-amz-date']: date } = request.headers
  if (!authorization || typeof date !== 'string') {
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  const [, accessKeyId, scope = '', signedHeaders = '', signature = ''] =
    authorizationForm.exec(authorization) ?? []
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
  if (!(Math.abs(now - readDate(date)) <= allowedSkewMs)) throw refused(`Signature expired: ${date}`)

  const expected = hmac(signingKey(key.secretAccessKey, scope), stringToSign(request, { date, scope, names }))
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    throw refused('The request signature we calculated does not match the signature you provided.')
  }
}

const stringToSign = (
  { headers, body }: SignedRequest,
  { date, scope, names }: { date: string; scope: string; names: readonly string[] },
): string => {
  const values = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}`,
  )
  const canonical = ['POST', '/', '', ...values, '', names.join(';'), sha256(body)].join('\n')
  return [algorithm, date, scope, sha256(canonical)].join('\n')
}

const signingKey = (secret: string, scope: string): Buffer => {
  let result: Buffer = Buffer.from(`AWS4${secret}`)
  for (const part of scope.split('/')) result = hmac(result, part)
  return result
}

/** ms since epoch of `20261121T093000Z`; NaN for anything else */
const readDate = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
