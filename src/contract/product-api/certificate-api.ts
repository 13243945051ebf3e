import * as v from 'valibot'
import { customerCall, ofCustomer, withReceipt, outboxCall } from './api-call.ts'
import * as shape from '../shapes.ts'

const certificateOf = v.strictObject({ ...ofCustomer, course_id: shape.courseId })

/** Either the certificate, or the modules that still miss their survey. */
const certificateState = {
  certificate: v.nullable(shape.certificate),
  missing: v.array(v.string()),
}

/** The certificates of the courses. */
export const certificateApi = {
  checkCertificate: {
    ...outboxCall(
      '/api/check-certificate',
      'Requests the certificate of a course: issued when every survey is answered.',
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
} as const
