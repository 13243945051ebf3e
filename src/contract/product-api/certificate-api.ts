import * as v from 'valibot'
import { asked, mine, received, saved } from './api-call.ts'
import * as shape from '../shapes.ts'

const certificateOf = v.strictObject({ ...mine, course_id: shape.courseId })

/** Either the certificate, or the modules that still miss their survey. */
const certificateAnswer = {
  certificate: v.nullable(shape.certificate),
  missing: v.array(v.string()),
}

/** The certificates of the courses. */
export const certificateApi = {
  checkCertificate: {
    ...saved(
      '/api/check-certificate',
      'Requests the certificate of a course: issued when every survey is answered.',
    ),
    body: v.strictObject({ ...certificateOf.entries, isFIFA: v.boolean() }),
    answer: v.object({ ...received, ...certificateAnswer }),
  },
  checkCertificate2: {
    ...asked('/api/check-certificate2', 'Whether the certificate of a course was issued; issues nothing.'),
    body: certificateOf,
    answer: v.object(certificateAnswer),
  },
  checkFifaCertificate: {
    ...saved('/api/check-fifa-certificate', 'Requests the certificate of a football course.'),
    body: certificateOf,
    answer: v.object({ ...received, ...certificateAnswer }),
  },
} as const
