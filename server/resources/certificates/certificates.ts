import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { findCourse, type Course } from '../../../src/config/courses.ts'
import type { LocaleCode } from '../../../src/config/locales.ts'
import type { Certificate } from '../../../src/contract/product-api/certificate.ts'
import { ok } from '../../../src/lib/result.ts'
import { formatWithOffset } from '../../../src/lib/time/zoned-time.ts'
import type { CustomerHandler, DirectHandler, Entry, OutboxHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { createNewestValue, storeNewest } from '../../db/deliveries/store-newest.ts'
import { certificateNames, certificates, customers } from '../../db/schema.ts'
import { isComplete, readProgress } from '../progress/progress.ts'
import { findDocument, findValidDocument, issueDocument } from './store-document.ts'

/*
 * A coach *earns* the certificate of a course once, when every module is complete. Its *document* is what can
 * be printed and verified. It contains the coach's name, so a new name replaces it.
 */

/** `missing`: the ids of modules that are not complete. Empty if there is a certificate. */
type CertificateState = { certificate: Certificate | null; missing: string[] }

const findCertificate = async (
  db: Database,
  customerId: string,
  course: Course,
): Promise<Certificate | null> => {
  const [row] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.customerId, customerId), eq(certificates.courseId, course.id)))
  if (!row) return null
  const { id, isFIFA, issuedAt, utcOffset } = row
  const document = await findValidDocument(db, customerId, course.id)
  return {
    certificate_id: id,
    course_id: course.id,
    isFIFA,
    issued_at: formatWithOffset(issuedAt.getTime(), utcOffset ?? 'Z'),
    ...(document && { document }),
  }
}

/** Finds the ids of the modules that a customer has not completed. */
const findMissingModules = async (db: Database, customerId: string, { modules }: Course): Promise<string[]> =>
  (await readProgress(db, customerId, modules))
    .filter((progress) => !isComplete(progress))
    .map(({ module_id: id }) => id)

/**
 * Finds the certificate of a course, or the modules that are missing. An issued certificate stays valid, even
 * if the course later asks for more.
 */
const lookUpCertificate = async (
  db: Database,
  customerId: string,
  course: Course,
): Promise<CertificateState> => {
  const certificate = await findCertificate(db, customerId, course)
  return { certificate, missing: certificate ? [] : await findMissingModules(db, customerId, course) }
}

/**
 * Issues a document with the newest name. Does nothing if the current document has this name already, or if
 * the coach has no certificate or no name yet.
 */
const issueNamedDocument = async (tx: Database, entry: Entry, course: Course): Promise<void> => {
  const [nameRow] = await tx
    .select()
    .from(certificateNames)
    .where(and(eq(certificateNames.customerId, entry.customer), eq(certificateNames.courseId, course.id)))
  const certificate = await findCertificate(tx, entry.customer, course)
  if (!nameRow || !certificate || certificate.document?.name === nameRow.name) return
  const { name, locale } = nameRow
  await issueDocument(tx, entry, { course, name, locale, issuedAt: certificate.issued_at })
}

/**
 * Finds when a certificate was earned: when the coach asked for it, which may be hours before the phone could
 * send the request. Never before the account was created, because a phone's clock may be wrong by years.
 */
const findEarnedAt = async (tx: Database, { customer: customerId, capturedAt }: Entry): Promise<Date> => {
  const [account] = await tx
    .select({ createdAt: customers.createdAt })
    .from(customers)
    .where(eq(customers.id, customerId))
  return account && account.createdAt > capturedAt ? account.createdAt : capturedAt
}

/** Issues the certificate of a course once, if every module is complete. */
const issueCertificate = async (tx: Database, entry: Entry, course: Course): Promise<CertificateState> => {
  const { certificate, missing } = await lookUpCertificate(tx, entry.customer, course)
  if (missing.length > 0) return { certificate, missing }
  const { id: courseId, isFIFA } = course
  const { customer: customerId, offset: utcOffset } = entry
  const issuedAt = await findEarnedAt(tx, entry)
  // Inserts nothing if the coach already has the certificate.
  await tx
    .insert(certificates)
    .values({ id: randomUUID(), customerId, courseId, isFIFA, issuedAt, utcOffset })
    .onConflictDoNothing()
  await issueNamedDocument(tx, entry, course)
  return lookUpCertificate(tx, entry.customer, course)
}

/** Stores the name for a certificate. Replaces a document with another name. */
const storeName = async (
  tx: Database,
  entry: Entry,
  { course, name, locale }: { course: Course; name: string; locale: LocaleCode },
): Promise<CertificateState> => {
  const value = createNewestValue(certificateNames, { courseId: course.id }, { name, locale })
  await storeNewest(tx, [{ ...value, entry }])
  await issueNamedDocument(tx, entry, course)
  return lookUpCertificate(tx, entry.customer, course)
}

/** Returns the course of an id that its schema has validated. */
const getCourse = (id: Course['id']): Course => {
  const course = findCourse(id)
  if (!course) throw new Error(`There is no course ${id}.`)
  return course
}

const checkCertificate: OutboxHandler<'checkCertificate'> = {
  validate: ({ course_id: id, isFIFA }) =>
    getCourse(id).isFIFA === isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'isFIFA', detail: `It does not match course ${id}.` },
  write: (tx, entry, { course_id: id }) => issueCertificate(tx, entry, getCourse(id)),
}

const checkFifaCertificate: OutboxHandler<'checkFifaCertificate'> = {
  validate: ({ course_id: id }) =>
    getCourse(id).isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'course_id', detail: `${id} is not a football course.` },
  write: (tx, entry, { course_id: id }) => issueCertificate(tx, entry, getCourse(id)),
}

const nameCertificate: OutboxHandler<'nameCertificate'> = {
  write: (tx, entry, { course_id: id, name, locale }) =>
    storeName(tx, entry, { course: getCourse(id), name, locale }),
}

/**
 * Handles the calls about certificates. Each customer gets one certificate per course, once every module is
 * complete. Anybody may verify a certificate by its number.
 */
export const createCertificates = ({ db }: { db: Database }) => {
  /** Unlike `checkCertificate`, only looks the certificate up and never issues it. */
  const checkCertificate2: CustomerHandler<'checkCertificate2'> = (
    { course_id: id },
    { customer: customerId },
  ) => lookUpCertificate(db, customerId, getCourse(id))

  const verifyCertificate: DirectHandler<'verifyCertificate'> = async ({ number }) => {
    const match = await findDocument(db, number)
    if (!match) return ok({ state: 'unknown', certificate: null, replaced_at: null })
    const { document, replacedAt } = match
    return ok({
      state: replacedAt ? 'replaced' : 'valid',
      certificate: document,
      replaced_at: replacedAt?.toISOString() ?? null,
    })
  }

  return { checkCertificate, checkCertificate2, checkFifaCertificate, nameCertificate, verifyCertificate }
}
