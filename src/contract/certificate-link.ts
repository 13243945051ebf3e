import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { parsed } from '../lib/parsed.ts'
import { fromBase64, toBase64 } from '../lib/base64.ts'
import { certificateDocument, type CertificateDocument } from './product-api/certificate.ts'

const fields = v.tuple([
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

/** Where a number is typed in to be verified, as people say an address: without its scheme. */
export const verifyAddress = (origin: string, locale: LocaleCode): string =>
  `${origin.replace(/^https?:\/\//, '')}/${locale}/verify`

/**
 * The address that the code on a certificate holds. What the certificate says, and its signature, come after the hash: a
 * browser does not send that part, and the page checks it without a connection.
 */
export const certificateLink = (origin: string, document: CertificateDocument): string => {
  const { number, name, course_id, title, locale, hours, issued_at, key_id, signature } = document
  const said = [name, course_id, title, locale, hours, issued_at, key_id, signature]
  return `${origin}/${locale}/verify/${number}#${toBase64url(JSON.stringify(said))}`
}

/** What an address says of the certificate with a number; undefined where it says nothing, or was cut or changed. */
export const readCertificateLink = (number: string, hash: string): CertificateDocument | undefined => {
  try {
    const bytes = fromBase64(hash.replace(/^#/, ''))
    const said = parsed(fields, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    if (!said) return undefined
    const [name, course_id, title, locale, hours, issued_at, key_id, signature] = said
    return { number, name, course_id, title, locale, hours, issued_at, key_id, signature }
  } catch {
    return undefined
  }
}
