import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fromBase64, toBase64 } from '../lib/base64.ts'
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

/** The URL of the page for typing in a number, without its scheme, as people write it. */
export const verifyPageUrl = (origin: string, locale: LocaleCode): string =>
  `${origin.replace(/^https?:\/\//, '')}/${locale}/verify`

/** Encodes the fields and the signature of a certificate for the part after the hash. */
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
 * The URL in the QR code on a certificate. Its fields and signature come after the hash: a browser does not
 * send that part, and the page can check it offline.
 */
export const certificateLink = (origin: string, document: CertificateDocument): string =>
  `${origin}/${document.locale}/verify/${document.number}#${encodeFields(document)}`

/**
 * Reads the certificate from a link; undefined if the part after the hash is missing, truncated or changed.
 */
export const readCertificateLink = (number: string, hash: string): CertificateDocument | undefined => {
  try {
    const bytes = fromBase64(hash.replace(/^#/, ''))
    const fields = parseOrUndefined(
      fieldsSchema,
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
    )
    if (!fields) return undefined
    const [name, course_id, title, locale, hours, issued_at, key_id, signature] = fields
    return { number, name, course_id, title, locale, hours, issued_at, key_id, signature }
  } catch {
    return undefined
  }
}

/** Removes the hash, and the dots with which some apps end a link that they shorten. */
const removeDots = (hash: string): string => hash.replace(/^#/, '').replace(/(?:…|%E2%80%A6|\.{3})$/i, '')

/** Whether an unreadable part starts like a certificate but never ends, because a messenger cut it off. */
export const isTruncatedLink = (hash: string): boolean => {
  const encoded = removeDots(hash)
  if (encoded === '') return false
  try {
    // A single base64 character after complete groups of four encodes no byte yet.
    const text = new TextDecoder().decode(
      fromBase64(encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded),
    )
    const isClosed = /[^\\]"\]/.test(text)
    return '["'.startsWith(text.slice(0, 2)) && !isClosed
  } catch {
    return false
  }
}

/** Whether the part after the hash is a beginning of a certificate's encoded fields. */
export const isPrefixOfLink = (hash: string, document: CertificateDocument): boolean =>
  encodeFields(document).startsWith(removeDots(hash))
