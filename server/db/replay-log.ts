import * as v from 'valibot'
import { erasureReasons } from '../../src/contract/product-api/erasure.ts'
import { customerId } from '../../src/contract/shapes.ts'
import type { Database } from './database.ts'
import { lastErasure, type Erasure } from './erasures.ts'
import { erasures } from './schema.ts'
import { storeSignOut, type SignOut } from './sign-outs.ts'

/** The messages of the log lines that an erasure and a sign-out everywhere leave: a backup from before knows neither. */
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

/** What a server says on its standard output when it has started. */
const greeting = 'Breaking Barriers is ready'

/** What every line of this server's log has. */
const line = v.looseObject({ time: v.string(), level: v.string(), message: v.string() })
type Line = v.InferOutput<typeof line>

const parsedJson = (text: string): unknown => {
  try {
    // Whoever collects logs may put something of their own in front.
    return JSON.parse(text.slice(text.indexOf('{')))
  } catch {
    return undefined
  }
}

/** A line of this server's log, also where a collector has put it into JSON of its own, as Docker does. */
const readLine = (text: string): Line[] => {
  const found = parsedJson(text)
  if (v.is(line, found)) return [found]
  if (typeof found !== 'object' || found === null) return []
  const inside = Object.values(found).map((value) => typeof value === 'string' && parsedJson(value))
  return inside.filter((value) => v.is(line, value))
}

const erasureIn = (found: Line): Erasure[] => {
  const read = v.safeParse(loggedErasure, found)
  if (!read.success) return []
  const { message: _message, ...erasure } = read.output
  return [{ ...erasure, rows: {} }]
}

const signOutIn = (found: Line): SignOut[] => {
  const read = v.safeParse(loggedSignOut, found)
  return read.success ? [{ customerId: read.output.customer, notBefore: read.output.notBefore }] : []
}

const second = 1000

/** What a restored database may not know. */
export type Logged = { erasures: Erasure[]; signOuts: SignOut[] }

/** What a log tells of, and whether it is this server's: it has a line of it, its greeting, or nothing. */
export const readLog = (log: string): Logged & { isOurs: boolean } => {
  const lines = log.split('\n').flatMap(readLine)
  const isOurs = lines.length > 0 || log.includes(greeting) || log.trim() === ''
  return { erasures: lines.flatMap(erasureIn), signOuts: lines.flatMap(signOutIn), isOurs }
}

/** Adds what a restored database does not know. */
export const addLogged = async (db: Database, logged: Logged): Promise<void> => {
  for (const erasure of logged.erasures) await db.insert(erasures).values(erasure).onConflictDoNothing()
  for (const signOut of logged.signOuts) {
    const erasure = await lastErasure(db, signOut.customerId)
    // An erased account needs no row, and leaves none that names it. The moment of a sign-out is the next whole second.
    const signedOutAt = signOut.notBefore.getTime() - second
    if (!erasure || erasure.erasedAt.getTime() < signedOutAt) await storeSignOut(db, signOut)
  }
}
