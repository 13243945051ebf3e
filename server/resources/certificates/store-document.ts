import { randomInt, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { courses, hoursAt, type Course } from '../../../src/config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../../../src/config/locales.ts'
import { newCertificateNumber } from '../../../src/contract/certificate-number.ts'
import { certificateText, type CertificateDocument } from '../../../src/contract/product-api/certificate.ts'
import { offsetOf, withOffset } from '../../../src/lib/time/zoned-time.ts'
import type { Entry } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { certificateDocuments } from '../../db/schema.ts'

const titles = v.record(v.string(), v.looseObject({ title: v.optional(v.string()) }))

/** The course titles in a folder of texts. Empty if the locale has no texts that differ from its language. */
const titlesIn = (folder: string): v.InferOutput<typeof titles> => {
  const path = new URL(`../../../locales/${folder}/courses.json`, import.meta.url)
  try {
    return v.parse(titles, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** The title of a course in a locale. The server reads it itself because certificates contain it. */
const courseTitle = (course: Course['id'], locale: LocaleCode): string => {
  const title = titlesIn(locale)[course]?.title ?? titlesIn(locales[locale].language)[course]?.title
  if (title === undefined) throw new Error(`There is no title of the course ${course} in ${locale}.`)
  return title
}

// Without the texts a copy fails to start, instead of failing to issue certificates.
for (const locale of localeCodes) for (const { id } of courses) courseTitle(id, locale)

type Row = typeof certificateDocuments.$inferSelect

const documentOf = ({ number, name, courseId, title, ...row }: Row): CertificateDocument => ({
  number,
  name,
  course_id: courseId,
  title,
  locale: row.locale,
  hours: row.hours,
  issued_at: withOffset(row.issuedAt.getTime(), row.utcOffset ?? 'Z'),
  key_id: row.keyId,
  signature: row.signature,
})

/** The document with a number, and the time at which another document replaced it. */
export const findDocument = async (db: Database, number: string) => {
  const [found] = await db.select().from(certificateDocuments).where(eq(certificateDocuments.number, number))
  return found && { document: documentOf(found), replacedAt: found.replacedAt }
}

const valid = (customer: string, course: Course['id']) =>
  and(
    eq(certificateDocuments.customerId, customer),
    eq(certificateDocuments.courseId, course),
    isNull(certificateDocuments.replacedAt),
  )

/** The document that a customer currently holds for a course. */
export const validDocument = async (db: Database, customer: string, course: Course['id']) => {
  const [found] = await db.select().from(certificateDocuments).where(valid(customer, course))
  return found && documentOf(found)
}

type Content = { course: Course; name: string; locale: LocaleCode; issuedAt: string }

/**
 * Issues a document under a new number, with a new signature, and marks the previous one as replaced. The
 * hours stay the same: if the course has grown since, the coach did not follow its new length.
 */
export const issueDocument = async (
  tx: Database,
  { customer, receivedAt, signing }: Entry,
  { course, name, locale, issuedAt }: Content,
): Promise<void> => {
  const { id: courseId } = course
  const [replaced] = await tx
    .update(certificateDocuments)
    .set({ replacedAt: receivedAt })
    .where(valid(customer, courseId))
    .returning()
  const hours = replaced?.hours ?? hoursAt(course, issuedAt)
  const unsigned = {
    number: newCertificateNumber((limit) => randomInt(limit)),
    name,
    course_id: courseId,
    title: courseTitle(courseId, locale),
    locale,
    hours,
    issued_at: issuedAt,
    key_id: signing.id,
  }
  const signature = sign(null, Buffer.from(certificateText(unsigned)), signing.key).toString('base64url')
  const { number, title, key_id: keyId } = unsigned
  await tx.insert(certificateDocuments).values({
    number,
    customerId: customer,
    courseId,
    name,
    title,
    locale,
    hours,
    keyId,
    signature,
    issuedAt: new Date(issuedAt),
    utcOffset: offsetOf(issuedAt),
  })
}
