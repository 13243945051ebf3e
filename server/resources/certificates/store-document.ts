import { randomInt, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { courses, getHoursAt, type Course } from '../../../src/config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../../../src/config/locales.ts'
import { createCertificateNumber } from '../../../src/contract/certificate-number.ts'
import {
  createCertificateText,
  type CertificateDocument,
} from '../../../src/contract/product-api/certificate.ts'
import { parseOffset, formatWithOffset } from '../../../src/lib/time/zoned-time.ts'
import type { Entry } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { certificateDocuments } from '../../db/schema.ts'

const titlesSchema = v.record(v.string(), v.looseObject({ title: v.optional(v.string()) }))

/**
 * Reads the course titles in a folder of texts, which is named after a locale or a language. Empty if a
 * locale has no texts that differ from its language.
 */
const readTitles = (folder: string): v.InferOutput<typeof titlesSchema> => {
  const path = new URL(`../../../locales/${folder}/courses.json`, import.meta.url)
  try {
    return v.parse(titlesSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** Returns the title of a course for a certificate, in the locale or else in its language. */
const getCourseTitle = (courseId: Course['id'], locale: LocaleCode): string => {
  const title = readTitles(locale)[courseId]?.title ?? readTitles(locales[locale].language)[courseId]?.title
  if (title === undefined) throw new Error(`There is no title of the course ${courseId} in ${locale}.`)
  return title
}

// Checked when this module loads. An instance of the server without the texts fails to start, instead of
// failing to issue certificates later.
for (const locale of localeCodes) for (const { id } of courses) getCourseTitle(id, locale)

type Row = typeof certificateDocuments.$inferSelect

const toDocument = ({ number, name, courseId, title, ...row }: Row): CertificateDocument => ({
  number,
  name,
  course_id: courseId,
  title,
  locale: row.locale,
  hours: row.hours,
  issued_at: formatWithOffset(row.issuedAt.getTime(), row.utcOffset ?? 'Z'),
  key_id: row.keyId,
  signature: row.signature,
})

/** Finds the document with a number, and when another document replaced it. */
export const findDocument = async (db: Database, number: string) => {
  const [row] = await db.select().from(certificateDocuments).where(eq(certificateDocuments.number, number))
  return row && { document: toDocument(row), replacedAt: row.replacedAt }
}

/** Returns the condition for the document that no other document has replaced. */
const isValidDocument = (customerId: string, courseId: Course['id']) =>
  and(
    eq(certificateDocuments.customerId, customerId),
    eq(certificateDocuments.courseId, courseId),
    isNull(certificateDocuments.replacedAt),
  )

/** Finds the document that a customer currently holds for a course. */
export const findValidDocument = async (db: Database, customerId: string, courseId: Course['id']) => {
  const [row] = await db.select().from(certificateDocuments).where(isValidDocument(customerId, courseId))
  return row && toDocument(row)
}

type DocumentContent = { course: Course; name: string; locale: LocaleCode; issuedAt: string }

/**
 * Issues a document with a new number and a new signature, and marks the previous one as replaced. The hours
 * stay the same. If the course is longer by now, the coach did not follow the new part.
 */
export const issueDocument = async (
  tx: Database,
  { customer: customerId, receivedAt, signingKey }: Entry,
  { course, name, locale, issuedAt }: DocumentContent,
): Promise<void> => {
  const { id: courseId } = course
  const [previous] = await tx
    .update(certificateDocuments)
    .set({ replacedAt: receivedAt })
    .where(isValidDocument(customerId, courseId))
    .returning()
  const hours = previous?.hours ?? getHoursAt(course, issuedAt)
  const unsigned = {
    number: createCertificateNumber((limit) => randomInt(limit)),
    name,
    course_id: courseId,
    title: getCourseTitle(courseId, locale),
    locale,
    hours,
    issued_at: issuedAt,
    key_id: signingKey.id,
  }
  const signature = sign(null, Buffer.from(createCertificateText(unsigned)), signingKey.key).toString(
    'base64url',
  )
  const { number, title, key_id: keyId } = unsigned
  await tx.insert(certificateDocuments).values({
    number,
    customerId,
    courseId,
    name,
    title,
    locale,
    hours,
    keyId,
    signature,
    issuedAt: new Date(issuedAt),
    utcOffset: parseOffset(issuedAt),
  })
}
