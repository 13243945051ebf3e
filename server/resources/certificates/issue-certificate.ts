import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Course } from '../../../src/config/courses.ts'
import type { LocaleCode } from '../../../src/config/locales.ts'
import type { Certificate } from '../../../src/contract/product-api/certificate.ts'
import { withOffset } from '../../../src/lib/time/zoned-time.ts'
import type { Entry } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { certificateNames, certificates, customers } from '../../db/schema.ts'
import { newest, storeNewest } from '../../db/deliveries/store-newest.ts'
import { isComplete, readProgress } from '../progress/read-progress.ts'
import { issueDocument, validDocument } from './store-document.ts'

type CertificateState = { certificate: Certificate | null; missing: string[] }

const findCertificate = async (
  db: Database,
  customer: string,
  course: Course,
): Promise<Certificate | null> => {
  const [found] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.customerId, customer), eq(certificates.courseId, course.id)))
  if (!found) return null
  const { id, isFIFA, issuedAt, utcOffset } = found
  const document = await validDocument(db, customer, course.id)
  return {
    certificate_id: id,
    course_id: course.id,
    isFIFA,
    issued_at: withOffset(issuedAt.getTime(), utcOffset ?? 'Z'),
    ...(document && { document }),
  }
}

const missingModules = async (db: Database, customer: string, { modules }: Course): Promise<string[]> =>
  (await readProgress(db, customer, modules))
    .filter((progress) => !isComplete(progress))
    .map(({ module_id: id }) => id)

/**
 * The certificate of a course, or the modules that are missing. An issued certificate stays valid, even if
 * the course later asks for more.
 */
export const lookUpCertificate = async (
  db: Database,
  customer: string,
  course: Course,
): Promise<CertificateState> => {
  const certificate = await findCertificate(db, customer, course)
  return { certificate, missing: certificate ? [] : await missingModules(db, customer, course) }
}

/** Issues a document with the newest name, unless it exists or the name or the certificate is missing. */
const giveOut = async (tx: Database, entry: Entry, course: Course): Promise<void> => {
  const { customerId, courseId } = certificateNames
  const [named] = await tx
    .select()
    .from(certificateNames)
    .where(and(eq(customerId, entry.customer), eq(courseId, course.id)))
  const certificate = await findCertificate(tx, entry.customer, course)
  if (!named || !certificate || certificate.document?.name === named.name) return
  const { name, locale } = named
  await issueDocument(tx, entry, { course, name, locale, issuedAt: certificate.issued_at })
}

/**
 * The time at which a certificate was earned: when the coach asked for it, which may be a night before the
 * phone could send the request. Never before the account was created, in case the phone's clock was wrong by
 * years.
 */
const earnedAt = async (tx: Database, { customer, capturedAt }: Entry): Promise<Date> => {
  const [found] = await tx
    .select({ createdAt: customers.createdAt })
    .from(customers)
    .where(eq(customers.id, customer))
  return found && found.createdAt > capturedAt ? found.createdAt : capturedAt
}

/** Issues the certificate of a course once, if every module is complete. */
export const issueCertificate = async (
  tx: Database,
  entry: Entry,
  course: Course,
): Promise<CertificateState> => {
  const { certificate, missing } = await lookUpCertificate(tx, entry.customer, course)
  if (missing.length > 0) return { certificate, missing }
  const { id: courseId, isFIFA } = course
  const { customer: customerId, offset: utcOffset } = entry
  const issuedAt = await earnedAt(tx, entry)
  await tx
    .insert(certificates)
    .values({ id: randomUUID(), customerId, courseId, isFIFA, issuedAt, utcOffset })
    .onConflictDoNothing()
  await giveOut(tx, entry, course)
  return lookUpCertificate(tx, entry.customer, course)
}

/** Stores the name for a certificate. Replaces a document with another name. */
export const nameOnCertificate = async (
  tx: Database,
  entry: Entry,
  { course, name, locale }: { course: Course; name: string; locale: LocaleCode },
): Promise<CertificateState> => {
  const named = newest(certificateNames, { courseId: course.id }, { name, locale })
  await storeNewest(tx, [{ ...named, entry }])
  await giveOut(tx, entry, course)
  return lookUpCertificate(tx, entry.customer, course)
}
