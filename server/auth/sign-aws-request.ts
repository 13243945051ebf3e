import { canonicalRequest, scopeText, sign, signingKey, stringToSign } from '../../node/aws-signature.ts'
import { sha256 } from '../../node/sha256.ts'

export type AwsKey = { id: string; secret: string }

type Request = {
  url: URL
  /** Lower-case names; all of them are signed. */
  headers: Readonly<Record<string, string>>
  body: string
  service: string
  region: string
}

/** The headers of a POST, all of it signed with Signature Version 4. `now` is the time of the signature. */
export const signAwsRequest = (
  { url, headers, body, service, region }: Request,
  key: AwsKey,
  now: Date,
): Record<string, string> => {
  // Format: 20261121T093000Z
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const signed = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(signed).sort()
  const request = { method: 'POST', path: url.pathname, query: [], headers: signed }
  const scope = { date: time.slice(0, 8), region, service }
  const text = stringToSign(time, scopeText(scope), canonicalRequest(request, names, sha256(body)))
  const signature = sign(signingKey(key.secret, scope), text)
  const { host: _setByFetch, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scopeText(scope)}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
