import { createHash, createHmac } from 'node:crypto'

export type AwsKey = { id: string; secret: string }

type Request = {
  url: URL
  /** lower-case names; every one of them is signed */
  headers: Readonly<Record<string, string>>
  body: string
  service: string
  region: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers of a POST with a Signature Version 4 over all of it; `now` is the moment of the signature. */
export const signAwsRequest = (
  { url, headers, body, service, region }: Request,
  key: AwsKey,
  now: Date,
): Record<string, string> => {
  // 20261121T093000Z
  const date = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const signed: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': date }
  const names = Object.keys(signed).sort()
  const canonical = [
    'POST',
    url.pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = [date.slice(0, 8), region, service, 'aws4_request']
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secret}`)
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n')
  const signature = createHmac('sha256', signingKey).update(text).digest('hex')
  const { host: _setByFetch, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
