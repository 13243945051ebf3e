import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { fromBase64, toBase64 } from '../lib/base64.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { certificateDocument, type CertificateDocument } from './product-api/certificate.ts'

const fieldsSchema = v.tuple([
  certificateDocument.entries.name,
  certificateDocument.entries.course_id,
  certificateDocument.entries.title,
  certificateDocument.entries.locale,
  certificateDocument.entries.hours,
  certificateDocument.entries.issued_at,
  certificateDocument.entries.key_id,
  certificateDocument.entries.signature,
])

const toBase64url = (text: string): string =>
  toBase64(new TextEncoder().encode(text)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Returns the URL of the page where a number is typed, without the scheme, as people write it. */
export const toVerifyPageUrl = (origin: string, locale: LocaleCode): string =>
  `${origin.replace(/^https?:\/\//, '')}/${locale}/verify`

/** Encodes the fields and the signature of a certificate as the hash of a URL. */
const encodeFields = ({
  name,
  course_id,
  title,
  locale,
  hours,
  issued_at,
  key_id,
  signature,
}: CertificateDocument) =>
  toBase64url(JSON.stringify([name, course_id, title, locale, hours, issued_at, key_id, signature]))

/**
 * Returns the URL for the QR code on a certificate. The fields and the signature are in the hash. Browsers do
 * not send it to the server, and the page can check it offline.
 */
export const toCertificateLink = (origin: string, document: CertificateDocument): string =>
  `${origin}/${document.locale}/verify/${document.number}#${encodeFields(document)}`

/**
 * Decodes the certificate in the hash of a link. Returns undefined if the hash is missing, truncated or
 * malformed.
 */
export const readCertificateLink = (number: string, hash: string): CertificateDocument | undefined => {
  try {
    const bytes = fromBase64(hash.replace(/^#/, ''))
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const fields = parseOrUndefined(fieldsSchema, JSON.parse(json))
    if (!fields) return undefined
    const [name, course_id, title, locale, hours, issued_at, key_id, signature] = fields
    return { number, name, course_id, title, locale, hours, issued_at, key_id, signature }
  } catch {
    return undefined
  }
}

/** Removes the `#`, and the ellipsis that some apps put at the end of a shortened link. */
const trimHash = (hash: string): string => hash.replace(/^#/, '').replace(/(?:…|%E2%80%A6|\.{3})$/i, '')

/**
 * Whether a hash begins like a certificate but has no end, for example because a messenger shortened the
 * link.
 */
export const isTruncatedHash = (hash: string): boolean => {
  const encoded = trimHash(hash)
  if (encoded === '') return false
  try {
    // A single base64 character after complete groups of four encodes no byte yet.
    const decodable = encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded
    const json = new TextDecoder().decode(fromBase64(decodable))
    // The JSON is an array of texts and numbers that begins and ends with a text.
    // Of a very short hash, only the first of these characters is decoded.
    const isBeginning = '["'.startsWith(json.slice(0, 2))
    const isClosed = /[^\\]"\]/.test(json)
    return isBeginning && !isClosed
  } catch {
    return false
  }
}

/** Whether a hash is the beginning of a certificate's encoded fields. */
export const isPrefixOfCertificateHash = (hash: string, document: CertificateDocument): boolean =>
  encodeFields(document).startsWith(trimHash(hash))
