import * as v from 'valibot'
import { erasureReasons } from '../../../src/contract/product-api/erasure.ts'
import { isAdminRole, roles, type AdminRole, type Role } from '../../../src/contract/roles.ts'
import { customerId } from '../../../src/contract/shared-schemas.ts'
import { parseJson } from '../../../src/lib/http/parse-json.ts'
import { storeEndedSignIns, type EndedSignIn } from '../customers/ended-sign-ins.ts'
import { findLastErasure, type Erasure } from '../customers/erasures.ts'
import { repeatRoleChange, type RoleChange } from '../customers/role-changes.ts'
import { storeSignOut, type SignOut } from '../customers/sign-outs.ts'
import type { Database } from '../database.ts'
import { erasures } from '../schema.ts'

/**
 * The log messages of changes that may be missing in a restored backup: erasures, sign-outs everywhere,
 * sign-ins that were ended on another device, and roles.
 */
export const erasedMessage = 'account erased'
export const signedOutMessage = 'signed out everywhere'
export const signInEndedMessage = 'sign-in ended on another device'
export const roleGivenMessage = 'role given'

const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

const erasureLineSchema = v.object({
  message: v.literal(erasedMessage),
  number: v.pipe(v.string(), v.uuid()),
  customerHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  erasedAt: timestampSchema,
  by: v.picklist(['customer', 'admin']),
  reason: v.optional(v.nullable(v.picklist(erasureReasons)), null),
})

const signOutLineSchema = v.object({
  message: v.literal(signedOutMessage),
  customer: customerId,
  notBefore: timestampSchema,
})

const endedSignInLineSchema = v.object({
  message: v.literal(signInEndedMessage),
  customer: customerId,
  signedInAt: timestampSchema,
  endedAt: timestampSchema,
})

const roleLineSchema = v.object({
  message: v.literal(roleGivenMessage),
  customer: customerId,
  former: v.picklist(roles),
  role: v.picklist(roles),
  changedAt: timestampSchema,
  changedBy: customerId,
})

/** Parses the lines that match a schema. Skips all others. */
const parseLines = <Output>(schema: v.GenericSchema<unknown, Output>, lines: readonly unknown[]): Output[] =>
  lines.flatMap((line) => {
    const parsed = v.safeParse(schema, line)
    return parsed.success ? [parsed.output] : []
  })

/** The beginning of the line that a started server prints to standard output. */
const greeting = 'Breaking Barriers is ready'

/** The fields of every line of this server's log. */
const lineSchema = v.looseObject({ time: v.string(), level: v.string(), message: v.string() })

/** Ways to undo how a log collector escaped quotes: not at all, as JSON in JSON at any depth, as CSV. */
const unescapeFunctions: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/\\+"/g, '"'),
  (text) => text.replaceAll(/\\*""/g, '"'),
]

/**
 * Finds the lines of this server in a log, without what a log collector added around them. The relevant lines
 * contain no nested object, so each is the text between two braces.
 */
const findLines = (log: string) =>
  (log.match(/\{[^{}]*\}/g) ?? []).flatMap((text) => {
    const values = unescapeFunctions.map((unescapeQuotes) => parseJson(unescapeQuotes(text)))
    // Several ways may give the same line, which counts once.
    return values.filter((value) => v.is(lineSchema, value)).slice(0, 1)
  })

const countOccurrences = (log: string, text: string): number => log.split(text).length - 1

const secondMs = 1000

/** Erasures, sign-outs, ended sign-ins and roles that may be missing in a restored database. */
export type LogRecords = {
  erasures: Erasure[]
  signOuts: SignOut[]
  endedSignIns: EndedSignIn[]
  roleChanges: RoleChange[]
}

/**
 * Parses a log. `isServerLog`: whether it has a line of this server or its greeting. `unreadCount` is the
 * number of changes that could not be parsed.
 */
export const readLog = (log: string): LogRecords & { isServerLog: boolean; unreadCount: number } => {
  const lines = findLines(log)
  const erasureLines = parseLines(erasureLineSchema, lines)
  const signOutLines = parseLines(signOutLineSchema, lines)
  const endedSignInLines = parseLines(endedSignInLineSchema, lines)
  const roleLines = parseLines(roleLineSchema, lines)
  const mentionCount = [erasedMessage, signedOutMessage, signInEndedMessage, roleGivenMessage].reduce(
    (count, message) => count + countOccurrences(log, message),
    0,
  )
  return {
    erasures: erasureLines.map(({ message: _message, ...erasure }) => ({ ...erasure, rows: {} })),
    signOuts: signOutLines.map(({ customer, notBefore }) => ({ customerId: customer, notBefore })),
    endedSignIns: endedSignInLines.map(({ customer, signedInAt, endedAt }) => ({
      customerId: customer,
      signedInAt,
      endedAt,
    })),
    roleChanges: roleLines.map(({ message: _message, customer, ...change }) => ({
      ...change,
      customerId: customer,
    })),
    isServerLog: lines.length > 0 || log.includes(greeting),
    unreadCount:
      mentionCount - erasureLines.length - signOutLines.length - endedSignInLines.length - roleLines.length,
  }
}

/** A role that cannot be granted again, because the restored database lacks the customer. */
export type LostRole = { customer: string; role: AdminRole }

/** Whether an account was erased after a time, in ms. It then needs no row, and no row may name it. */
const wasErasedAfter = async (db: Database, customer: string, time: number): Promise<boolean> => {
  const erasure = await findLastErasure(db, customer)
  return erasure !== undefined && erasure.erasedAt.getTime() >= time
}

const repeatSignOuts = async (db: Database, signOuts: readonly SignOut[]): Promise<void> => {
  for (const signOut of signOuts) {
    // `notBefore` is the next whole second after the sign-out.
    const signedOutAt = signOut.notBefore.getTime() - secondMs
    if (!(await wasErasedAfter(db, signOut.customerId, signedOutAt))) await storeSignOut(db, signOut)
  }
}

const repeatEndedSignIns = async (db: Database, endedSignIns: readonly EndedSignIn[]): Promise<void> => {
  for (const signIn of endedSignIns) {
    if (!(await wasErasedAfter(db, signIn.customerId, signIn.endedAt.getTime())))
      await storeEndedSignIns(db, [signIn])
  }
}

/** Repeats changes of roles in the order of time. Resolves to the roles of customers without an account. */
const repeatRoleChanges = async (db: Database, roleChanges: readonly RoleChange[]): Promise<LostRole[]> => {
  const lastRoleByCustomer = new Map<string, Role>()
  const sortedChanges = roleChanges.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime())
  for (const change of sortedChanges) {
    const { customerId: customer, role, changedAt } = change
    if (await wasErasedAfter(db, customer, changedAt.getTime())) continue
    if (!(await repeatRoleChange(db, change))) lastRoleByCustomer.set(customer, role)
  }
  return [...lastRoleByCustomer].flatMap(([customer, role]) =>
    isAdminRole(role) ? [{ customer, role }] : [],
  )
}

/**
 * Adds the erasures, sign-outs, ended sign-ins and roles that are missing in a restored database. Resolves to the
 * roles that are lost. The erasures come first, because the other changes of an erased account are skipped.
 */
export const storeLogRecords = async (db: Database, records: LogRecords): Promise<LostRole[]> => {
  for (const erasure of records.erasures) await db.insert(erasures).values(erasure).onConflictDoNothing()
  await repeatSignOuts(db, records.signOuts)
  await repeatEndedSignIns(db, records.endedSignIns)
  return repeatRoleChanges(db, records.roleChanges)
}
