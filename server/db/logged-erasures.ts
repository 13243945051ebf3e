import * as v from 'valibot'
import { erasureReasons } from '../../src/contract/product-api/erasure.ts'
import type { Database } from './database.ts'
import type { Erasure } from './erasures.ts'
import { erasures } from './schema.ts'

/** The message of the log line that an erasure leaves. */
export const erasedMessage = 'account erased'

const logged = v.object({
  message: v.literal(erasedMessage),
  number: v.pipe(v.string(), v.uuid()),
  customerHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  erasedAt: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  by: v.picklist(['customer', 'admin']),
  reason: v.optional(v.nullable(v.picklist(erasureReasons)), null),
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
  const read = v.safeParse(logged, found)
  if (!read.success) return []
  const { message: _message, ...erasure } = read.output
  return [{ ...erasure, rows: {} }]
}

/** The erasures that a log tells of, and whether it is this server's: it has a line of it, its greeting, or nothing. */
export const readErasures = (log: string): { erasures: Erasure[]; isOurs: boolean } => {
  const lines = log.split('\n').flatMap(readLine)
  const isOurs = lines.length > 0 || log.includes(greeting) || log.trim() === ''
  return { erasures: lines.flatMap(erasureIn), isOurs }
}

/** Adds erasures that a restored database does not know. */
export const addErasures = async (db: Database, known: readonly Erasure[]): Promise<void> => {
  for (const erasure of known) await db.insert(erasures).values(erasure).onConflictDoNothing()
}
