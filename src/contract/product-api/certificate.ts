import * as v from 'valibot'
import { certificateNumber } from '../certificate-number.ts'
import { courseId, issuedName, localeCode, timestamp } from '../shapes.ts'
import { base64url, keyId } from './receipt.ts'

/** The content of a certificate at the time of issue, signed by the server. */
export const certificateDocument = v.object({
  number: certificateNumber,
  /** The name of the coach. */
  name: issuedName,
  course_id: courseId,
  /** The course's title in the language of the certificate. */
  title: v.string(),
  locale: localeCode,
  hours: v.number(),
  issued_at: timestamp,
  key_id: keyId,
  /** Ed25519 over `certificateText`, in base64url. */
  signature: base64url,
})
export type CertificateDocument = v.InferOutput<typeof certificateDocument>

/** The text that the signature covers. A name may contain any character, so the fields are a JSON list. */
export const certificateText = (document: Omit<CertificateDocument, 'signature'>): string => {
  const { number, name, course_id, title, locale, hours, issued_at, key_id } = document
  const fields = [number, name, course_id, title, locale, hours, issued_at, key_id]
  return JSON.stringify(['breaking-barriers certificate 1', ...fields])
}

/** A certificate that a coach has earned. */
export const certificate = v.object({
  certificate_id: v.pipe(v.string(), v.uuid()),
  course_id: courseId,
  isFIFA: v.boolean(),
  issued_at: timestamp,
  /** Absent until the coach has entered a name, and in responses of the previous server version. */
  document: v.optional(certificateDocument),
})
export type Certificate = v.InferOutput<typeof certificate>
