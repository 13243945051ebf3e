import { join } from 'node:path'
import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

const journalEntrySchema = v.object({
  service: v.string(),
  call: v.string(),
  /** In ms since the epoch. */
  at: v.number(),
  /** The HTTP status of the response; 0 if the connection was cut instead. */
  status: v.number(),
  /** The service's error code. Absent if the call succeeded. */
  refused: v.optional(v.string()),
  /** The body without passwords and tokens. Absent if it did not match the contract. */
  body: v.optional(v.unknown()),
})
export type JournalEntry = v.InferOutput<typeof journalEntrySchema>

/** Enough entries for any test and a day of work. The oldest are deleted first. */
const maxEntries = 500

/** Replaces every value in JSON whose name contains `password` or `token`. */
const maskSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      /password|token/i.test(name) ? '***' : maskSecrets(content),
    ]),
  )
}

/** Opens the journal of the calls that the person services received. It survives a restart. */
export const openJournal = async (directory: string) => {
  const file = await openJsonFile(
    join(directory, 'journal.json'),
    v.object({ entries: v.array(journalEntrySchema) }),
    () => ({ entries: [] }),
  )
  return {
    /** Oldest first. */
    entries: (): readonly JournalEntry[] => file.content.entries,
    add: ({ body, ...rest }: JournalEntry) =>
      file.change(({ entries }) => ({
        entries: [...entries, { ...rest, body: maskSecrets(body) }].slice(-maxEntries),
      })),
  }
}
export type Journal = Awaited<ReturnType<typeof openJournal>>
