import { canonicalRequest, scopeText, sign, signingKey, stringToSign } from '../../../node/aws-signature.ts'
import { ana, credentials, region } from './running-store.ts'

type Unsigned = {
  method: string
  url: string
  headers?: Record<string, string>
  payloadHash: string
  /** Headers that the signature does not cover. */
  unsigned?: readonly string[]
}

/** Signs a request of Ana, for requests that the AWS SDK for JavaScript never sends. */
export const signHeaders = ({ method, url, headers = {}, payloadHash, unsigned = [] }: Unsigned) => {
  const { host, pathname, searchParams } = new URL(url)
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = { date: time.slice(0, 8), region, service: 's3' }
  const { accessKeyId, secretAccessKey, sessionToken } = credentials.issue(ana, Date.now() + 60_000)
  const all: Record<string, string> = {
    ...headers,
    host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
    'x-amz-security-token': sessionToken,
  }
  const signed = Object.keys(all)
    .filter((name) => !unsigned.includes(name))
    .sort()
  const path = decodeURIComponent(pathname)
  const canonical = canonicalRequest(
    { method, path, query: [...searchParams], headers: all },
    signed,
    payloadHash,
  )
  const key = signingKey(secretAccessKey, scope)
  const signature = sign(key, stringToSign(time, scopeText(scope), canonical))
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scopeText(scope)}, SignedHeaders=${signed.join(';')}, Signature=${signature}`
  const { host: _host, ...sent } = all
  return {
    headers: { ...sent, authorization },
    chunkSigning: { key, time, scope: scopeText(scope), signature },
  }
}
