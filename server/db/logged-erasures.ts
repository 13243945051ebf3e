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

const readLine = (line: string): Erasure[] => {
  try {
    // Whoever collects logs may put something of their own in front.
    const { message: _message, ...erasure } = v.parse(logged, JSON.parse(line.slice(line.indexOf('{'))))
    return [{ ...erasure, rows: {} }]
  } catch {
    return []
  }
}

/** The erasures that a log tells of; every other line is passed over. */
export const readErasures = (log: string): Erasure[] => log.split('\n').flatMap(readLine)

/** Adds erasures that a restored database does not know. */
export const addErasures = async (db: Database, known: readonly Erasure[]): Promise<void> => {
  for (const erasure of known) await db.insert(erasures).values(erasure).onConflictDoNothing()
}
