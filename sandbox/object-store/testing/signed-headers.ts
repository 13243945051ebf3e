import {
  createCanonicalRequest,
  createStringToSign,
  deriveSigningKey,
  formatScope,
  sign,
} from '../../../node/aws-signature.ts'
import { ana, credentials, region } from './running-store.ts'

type UnsignedRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  /** The value of `x-amz-content-sha256`. */
  payloadHash: string
  /** Headers that the signature does not cover. */
  unsigned?: readonly string[]
}

/** Signs a request of Ana, for requests that the AWS SDK for JavaScript never sends. */
export const signHeaders = ({ method, url, headers = {}, payloadHash, unsigned = [] }: UnsignedRequest) => {
  const { host, pathname, searchParams } = new URL(url)
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = { date: time.slice(0, 8), region, service: 's3' }
  const { accessKeyId, secretAccessKey, sessionToken } = credentials.issue(ana, Date.now() + 60_000)
  const allHeaders: Record<string, string> = {
    ...headers,
    host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
    'x-amz-security-token': sessionToken,
  }
  const signedNames = Object.keys(allHeaders)
    .filter((name) => !unsigned.includes(name))
    .sort()
  const path = decodeURIComponent(pathname)
  const canonical = createCanonicalRequest(
    { method, path, query: [...searchParams], headers: allHeaders },
    signedNames,
    payloadHash,
  )
  const key = deriveSigningKey(secretAccessKey, scope)
  const signature = sign(key, createStringToSign(time, formatScope(scope), canonical))
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${formatScope(scope)}, SignedHeaders=${signedNames.join(';')}, Signature=${signature}`
  // `fetch` sets `Host` itself.
  const { host: _host, ...sentHeaders } = allHeaders
  return {
    headers: { ...sentHeaders, authorization },
    chunkSigning: { key, time, scope: formatScope(scope), signature },
  }
}
