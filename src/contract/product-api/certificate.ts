import * as v from 'valibot'
import { certificateNumber } from '../certificate-number.ts'
import * as schemas from '../shared-schemas.ts'
import { customerCall, customerField, openQuery, outboxCall, receiptField } from './api-call.ts'
import { base64url, keyId } from './receipt.ts'

/** The content of a certificate at the time of issue, signed by the server. */
export const certificateDocument = v.object({
  number: certificateNumber,
  /** The name of the coach. */
  name: schemas.issuedName,
  course_id: schemas.courseId,
  /** The course's title in the language of the certificate. */
  title: v.string(),
  locale: schemas.localeCode,
  hours: v.number(),
  issued_at: schemas.timestamp,
  key_id: keyId,
  /** Ed25519 over `createCertificateText`, in base64url. */
  signature: base64url,
})
export type CertificateDocument = v.InferOutput<typeof certificateDocument>

/** Returns the text that the signature covers. It is JSON, because a name may contain any separator. */
export const createCertificateText = (document: Omit<CertificateDocument, 'signature'>): string => {
  const { number, name, course_id, title, locale, hours, issued_at, key_id } = document
  const fields = [number, name, course_id, title, locale, hours, issued_at, key_id]
  return JSON.stringify(['breaking-barriers certificate 1', ...fields])
}

/** A certificate that a coach has earned. */
const certificate = v.object({
  certificate_id: v.pipe(v.string(), v.uuid()),
  course_id: schemas.courseId,
  isFIFA: v.boolean(),
  issued_at: schemas.timestamp,
  /** Absent until the coach has entered a name. Older versions of the server omit it. */
  document: v.optional(certificateDocument),
})
export type Certificate = v.InferOutput<typeof certificate>

const certificateRequest = v.strictObject({ ...customerField, course_id: schemas.courseId })

/** Either the certificate, or the ids of the modules that are not complete yet (`missing`). */
const certificateState = {
  certificate: v.nullable(certificate),
  missing: v.array(v.string()),
}

export const certificateApi = {
  checkCertificate: {
    ...outboxCall('/api/check-certificate'),
    body: v.strictObject({ ...certificateRequest.entries, isFIFA: v.boolean() }),
    response: v.object({ ...receiptField, ...certificateState }),
  },
  checkCertificate2: {
    ...customerCall('/api/check-certificate2'),
    body: certificateRequest,
    response: v.object(certificateState),
  },
  checkFifaCertificate: {
    ...outboxCall('/api/check-fifa-certificate'),
    body: certificateRequest,
    response: v.object({ ...receiptField, ...certificateState }),
  },
  nameCertificate: {
    ...outboxCall('/api/name-certificate'),
    body: v.strictObject({
      ...certificateRequest.entries,
      name: schemas.personName,
      locale: schemas.localeCode,
    }),
    response: v.object({ ...receiptField, ...certificateState }),
  },
  verifyCertificate: {
    ...openQuery('/api/verify-certificate'),
    body: v.strictObject({ number: certificateNumber }),
    response: v.object({
      state: v.picklist(['valid', 'replaced', 'unknown']),
      certificate: v.nullable(certificateDocument),
      /** When another certificate replaced this one. */
      replaced_at: v.nullable(schemas.timestamp),
    }),
  },
} as const
