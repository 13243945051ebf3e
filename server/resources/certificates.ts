import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { courseOf, type Course } from '../../src/config/courses.ts'
import type { Certificate } from '../../src/contract/shapes.ts'
import type { Database } from '../db/database.ts'
import { certificates, surveyAnswers } from '../db/schema.ts'
import type { CustomerHandler, Entry, OutboxHandler } from '../api/handler.ts'

const courseWith = (id: Course['id']): Course => {
  const course = courseOf(id)
  if (!course) throw new Error(`There is no course ${id}.`)
  return course
}

const find = async (db: Database, customer: string, course: Course): Promise<Certificate | null> => {
  const [found] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.customerId, customer), eq(certificates.courseId, course.id)))
  if (!found) return null
  const { id, isFIFA, issuedAt } = found
  return { certificate_id: id, course_id: course.id, isFIFA, issued_at: issuedAt.toISOString() }
}

/** The modules of a course whose survey a customer has not answered. */
const missingModules = async (db: Database, customer: string, { modules }: Course): Promise<string[]> => {
  const ids = modules.map(({ id }) => id)
  const answered = await db
    .select({ module: surveyAnswers.moduleId })
    .from(surveyAnswers)
    .where(and(eq(surveyAnswers.customerId, customer), inArray(surveyAnswers.moduleId, ids)))
  return ids.filter((id) => !answered.some(({ module }) => module === id))
}

/** What is known of a certificate. One that was issued stays, whatever the course asks for later. */
const look = async (db: Database, customer: string, course: Course) => {
  const certificate = await find(db, customer, course)
  return { certificate, missing: certificate ? [] : await missingModules(db, customer, course) }
}

const issue = async (tx: Database, { customer, receivedAt: issuedAt }: Entry, course: Course) => {
  const before = await look(tx, customer, course)
  if (before.certificate || before.missing.length > 0) return before
  const { id: courseId, isFIFA } = course
  await tx
    .insert(certificates)
    .values({ id: randomUUID(), customerId: customer, courseId, isFIFA, issuedAt })
    .onConflictDoNothing()
  return look(tx, customer, course)
}

const checkCertificate: OutboxHandler<'checkCertificate'> = {
  refuse: ({ course_id: id, isFIFA }) =>
    courseWith(id).isFIFA === isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'isFIFA', detail: `It does not match course ${id}.` },
  write: (tx, entry, { course_id: id }) => issue(tx, entry, courseWith(id)),
}

const checkFifaCertificate: OutboxHandler<'checkFifaCertificate'> = {
  refuse: ({ course_id: id }) =>
    courseWith(id).isFIFA
      ? undefined
      : { code: 'invalid-body', path: 'course_id', detail: `${id} is not a football course.` },
  write: (tx, entry, { course_id: id }) => issue(tx, entry, courseWith(id)),
}

/** Certificates: issued once per customer and course, when the survey of every module was answered. */
export const createCertificates = ({ db }: { db: Database }) => {
  const checkCertificate2: CustomerHandler<'checkCertificate2'> = ({ course_id: id }, { customer }) =>
    look(db, customer, courseWith(id))
  return { checkCertificate, checkCertificate2, checkFifaCertificate }
}
