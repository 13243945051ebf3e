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

/** The address for typing in a number, without its scheme. */
export const verifyAddress = (origin: string, locale: LocaleCode): string =>
  `${origin.replace(/^https?:\/\//, '')}/${locale}/verify`

/** The fields and the signature of a certificate, as they are encoded after the hash. */
const encodedFields = ({
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
 * The address in the code on a certificate. Its fields and signature come after the hash: a browser does not
 * send that part, and the page can check it offline.
 */
export const certificateLink = (origin: string, document: CertificateDocument): string =>
  `${origin}/${document.locale}/verify/${document.number}#${encodedFields(document)}`

/** Reads the certificate from an address; undefined if the part after the hash is missing, cut or changed. */
export const readCertificateLink = (number: string, hash: string): CertificateDocument | undefined => {
  try {
    const bytes = fromBase64(hash.replace(/^#/, ''))
    const values = parsed(fields, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    if (!values) return undefined
    const [name, course_id, title, locale, hours, issued_at, key_id, signature] = values
    return { number, name, course_id, title, locale, hours, issued_at, key_id, signature }
  } catch {
    return undefined
  }
}

/** The part after the hash. Some apps end an address that they shorten with dots. */
const withoutDots = (hash: string): string => hash.replace(/^#/, '').replace(/(?:…|%E2%80%A6|\.{3})$/i, '')

/** Whether an unreadable part starts like a certificate but never ends, because a messenger cut it off. */
export const isCutLink = (hash: string): boolean => {
  const rest = withoutDots(hash)
  if (rest === '') return false
  try {
    // A single base64 character after complete groups of four encodes no byte yet.
    const text = new TextDecoder().decode(fromBase64(rest.length % 4 === 1 ? rest.slice(0, -1) : rest))
    const isClosed = /[^\\]"\]/.test(text)
    return '["'.startsWith(text.slice(0, 2)) && !isClosed
  } catch {
    return false
  }
}

/** Whether the part after the hash is a beginning of a certificate's encoded fields. */
export const isBeginningOfLink = (hash: string, document: CertificateDocument): boolean =>
  encodedFields(document).startsWith(withoutDots(hash))
