import * as v from 'valibot'
import { certificateNumber } from '../certificate-number.ts'
import { customerCall, ofCustomer, openQuery, withReceipt, outboxCall } from './api-call.ts'
import { certificate, certificateDocument } from './certificate.ts'
import * as shape from '../shapes.ts'

const certificateOf = v.strictObject({ ...ofCustomer, course_id: shape.courseId })

/** Either the certificate, or the modules that are not complete yet. */
const certificateState = {
  certificate: v.nullable(certificate),
  missing: v.array(v.string()),
}

export const certificateApi = {
  checkCertificate: {
    ...outboxCall(
      '/api/check-certificate',
      'Requests the certificate of a course: issued when every module is complete.',
    ),
    body: v.strictObject({ ...certificateOf.entries, isFIFA: v.boolean() }),
    response: v.object({ ...withReceipt, ...certificateState }),
  },
  checkCertificate2: {
    ...customerCall(
      '/api/check-certificate2',
      'Whether the certificate of a course was issued; issues nothing.',
    ),
    body: certificateOf,
    response: v.object(certificateState),
  },
  checkFifaCertificate: {
    ...outboxCall('/api/check-fifa-certificate', 'Requests the certificate of a football course.'),
    body: certificateOf,
    response: v.object({ ...withReceipt, ...certificateState }),
  },
  nameCertificate: {
    ...outboxCall(
      '/api/name-certificate',
      'Says which name the certificate of a course bears, and in which language. Where one was issued in another name, it is replaced: its number is not valid any more.',
    ),
    body: v.strictObject({ ...certificateOf.entries, name: shape.personName, locale: shape.localeCode }),
    response: v.object({ ...withReceipt, ...certificateState }),
  },
  verifyCertificate: {
    ...openQuery('/api/verify-certificate', 'Whether a number is that of a certificate, and what that says.'),
    body: v.strictObject({ number: certificateNumber }),
    response: v.object({
      state: v.picklist(['valid', 'replaced', 'unknown']),
      certificate: v.nullable(certificateDocument),
      /** When another certificate replaced it. */
      replaced_at: v.nullable(shape.timestamp),
    }),
  },
} as const
