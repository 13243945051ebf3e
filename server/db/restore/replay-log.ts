import * as v from 'valibot'
import { erasureReasons } from '../../../src/contract/product-api/erasure.ts'
import { customerId } from '../../../src/contract/shapes.ts'
import { parseJson } from '../../../src/lib/http/parse-json.ts'
import type { Database } from '../database.ts'
import { lastErasure, type Erasure } from '../customers/erasures.ts'
import { erasures } from '../schema.ts'
import { storeSignOut, type SignOut } from '../customers/sign-outs.ts'

/** The log messages of an erasure and of a sign-out everywhere. A backup from before contains neither. */
export const erasedMessage = 'account erased'
export const signedOutMessage = 'signed out everywhere'

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

const loggedErasure = v.object({
  message: v.literal(erasedMessage),
  number: v.pipe(v.string(), v.uuid()),
  customerHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  erasedAt: moment,
  by: v.picklist(['customer', 'admin']),
  reason: v.optional(v.nullable(v.picklist(erasureReasons)), null),
})

const loggedSignOut = v.object({
  message: v.literal(signedOutMessage),
  customer: customerId,
  notBefore: moment,
})

const inLine = <Output>(schema: v.GenericSchema<unknown, Output>, found: unknown): Output[] => {
  const read = v.safeParse(schema, found)
  return read.success ? [read.output] : []
}

/** The beginning of the line that a started server prints to standard output. */
const greeting = 'Breaking Barriers is ready'

/** The fields of every line of this server's log. */
const line = v.looseObject({ time: v.string(), level: v.string(), message: v.string() })

/** Ways to undo a collector's escaping of quotes: none, JSON in JSON at any depth, CSV. */
const unquote: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/\\+"/g, '"'),
  (text) => text.replaceAll(/\\*""/g, '"'),
]

/**
 * The lines of this server in a log, without what a collector wrapped around them. The relevant lines contain
 * no nested object, so each is the text between two braces.
 */
const linesOf = (log: string) =>
  (log.match(/\{[^{}]*\}/g) ?? []).flatMap((text) => {
    const readings = unquote.map((undo) => parseJson(undo(text)))
    return readings.filter((found) => v.is(line, found)).slice(0, 1)
  })

const timesIn = (log: string, text: string): number => log.split(text).length - 1

const second = 1000

/** Erasures and sign-outs that a restored database may lack. */
export type Logged = { erasures: Erasure[]; signOuts: SignOut[] }

/**
 * Parses a log. `isOurs` is true if it has a line of this server or its greeting. `unread` counts erasures
 * and sign-outs that could not be parsed.
 */
export const readLog = (log: string): Logged & { isOurs: boolean; unread: number } => {
  const lines = linesOf(log)
  const read = {
    erasures: lines.flatMap((found) => inLine(loggedErasure, found)),
    signOuts: lines.flatMap((found) => inLine(loggedSignOut, found)),
  }
  const logged = timesIn(log, erasedMessage) + timesIn(log, signedOutMessage)
  return {
    erasures: read.erasures.map(({ message: _message, ...erasure }) => ({ ...erasure, rows: {} })),
    signOuts: read.signOuts.map(({ customer, notBefore }) => ({ customerId: customer, notBefore })),
    isOurs: lines.length > 0 || log.includes(greeting),
    unread: logged - read.erasures.length - read.signOuts.length,
  }
}

/** Adds the erasures and sign-outs that a restored database lacks. */
export const addLogged = async (db: Database, logged: Logged): Promise<void> => {
  for (const erasure of logged.erasures) await db.insert(erasures).values(erasure).onConflictDoNothing()
  for (const signOut of logged.signOuts) {
    const erasure = await lastErasure(db, signOut.customerId)
    // An erased account needs no sign-out row, and no row may name it. `notBefore` is the next whole second
    // after the sign-out.
    const signedOutAt = signOut.notBefore.getTime() - second
    if (!erasure || erasure.erasedAt.getTime() < signedOutAt) await storeSignOut(db, signOut)
  }
}
