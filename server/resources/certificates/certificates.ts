import { courseOf, type Course } from '../../../src/config/courses.ts'
import { ok } from '../../../src/lib/result.ts'
import type { CustomerHandler, DirectHandler, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { issueCertificate, lookUpCertificate, nameOnCertificate } from './issue-certificate.ts'
import { findDocument } from './store-document.ts'

const courseWith = (id: Course['id']): Course => {
  const course = courseOf(id)
  if (!course) throw new Error(`There is no course ${id}.`)
  return course
}

const checkCertificate: OutboxHandler<'checkCertificate'> = {
  refuse: ({ course_id: id, isFIFA }) =>
    courseWith(id).isFIFA === isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'isFIFA', detail: `It does not match course ${id}.` },
  write: (tx, entry, { course_id: id }) => issueCertificate(tx, entry, courseWith(id)),
}

const checkFifaCertificate: OutboxHandler<'checkFifaCertificate'> = {
  refuse: ({ course_id: id }) =>
    courseWith(id).isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'course_id', detail: `${id} is not a football course.` },
  write: (tx, entry, { course_id: id }) => issueCertificate(tx, entry, courseWith(id)),
}

const nameCertificate: OutboxHandler<'nameCertificate'> = {
  write: (tx, entry, { course_id: id, name, locale }) =>
    nameOnCertificate(tx, entry, { course: courseWith(id), name, locale }),
}

/**
 * The calls about certificates. Each customer gets one certificate per course, once every module is complete.
 * Anybody may verify a certificate by its number.
 */
export const createCertificates = ({ db }: { db: Database }) => {
  const checkCertificate2: CustomerHandler<'checkCertificate2'> = ({ course_id: id }, { customer }) =>
    lookUpCertificate(db, customer, courseWith(id))

  const verifyCertificate: DirectHandler<'verifyCertificate'> = async ({ number }) => {
    const found = await findDocument(db, number)
    if (!found) return ok({ state: 'unknown', certificate: null, replaced_at: null })
    const { document, replacedAt } = found
    return ok({
      state: replacedAt ? 'replaced' : 'valid',
      certificate: document,
      replaced_at: replacedAt?.toISOString() ?? null,
    })
  }

  return { checkCertificate, checkCertificate2, checkFifaCertificate, nameCertificate, verifyCertificate }
}
