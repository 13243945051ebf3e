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

/** What a certificate says, and its signature, as they stand after the hash. */
const saidBy = ({
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
 * The address that the code on a certificate holds. What the certificate says, and its signature, come after the hash: a
 * browser does not send that part, and the page checks it without a connection.
 */
export const certificateLink = (origin: string, document: CertificateDocument): string =>
  `${origin}/${document.locale}/verify/${document.number}#${saidBy(document)}`

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

/** What is there of a part after the hash; some apps end an address that they shorten with dots. */
const withoutDots = (hash: string): string => hash.replace(/^#/, '').replace(/(?:…|%E2%80%A6|\.{3})$/i, '')

/** Whether a part that says nothing begins as that of a certificate does and never ends, as where a messenger cut it off. */
export const isCutLink = (hash: string): boolean => {
  const rest = withoutDots(hash)
  if (rest === '') return false
  try {
    // One character of base64 behind whole groups of four says nothing yet.
    const text = new TextDecoder().decode(fromBase64(rest.length % 4 === 1 ? rest.slice(0, -1) : rest))
    const isClosed = /[^\\]"\]/.test(text)
    return '["'.startsWith(text.slice(0, 2)) && !isClosed
  } catch {
    return false
  }
}

/** Whether a part after the hash says what a certificate says, as far as it goes. */
export const isBeginningOfLink = (hash: string, document: CertificateDocument): boolean =>
  saidBy(document).startsWith(withoutDots(hash))
