import { createHmac, timingSafeEqual } from 'node:crypto'

/** `date/region/service/aws4_request`, the part of a credential that names what a signing key is good for. */
export type Scope = { date: string; region: string; service: string }

export const scopeText = ({ date, region, service }: Scope) => `${date}/${region}/${service}/aws4_request`

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The key that signs one day's requests to one service of one region. */
export const signingKey = (secretAccessKey: string, scope: Scope) =>
  scopeText(scope).split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)

export const sign = (key: string | Buffer, text: string) => hmac(key, text).toString('hex')

/** Compares two signatures in a time that tells nothing about where they differ. */
export const isSameSignature = (expected: string, given: string) => {
  // Bytes, not characters: `é` is one of these and two of those.
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
