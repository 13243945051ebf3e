import { join } from 'node:path'
import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

const entry = v.object({
  service: v.string(),
  call: v.string(),
  /** ms since epoch */
  at: v.number(),
  /** HTTP status of the response; 0 where the connection was cut instead */
  status: v.number(),
  /** why it was refused, in the service's code */
  refused: v.optional(v.string()),
  /** what was sent, without passwords and tokens; absent where it was not what the contract says */
  body: v.optional(v.unknown()),
})
export type JournalEntry = v.InferOutput<typeof entry>

/** Enough for any test and any day of work; older entries make room. */
const maxEntries = 500

/** Remembers, over a restart, what the person's services were sent. */
export const openJournal = async (directory: string) => {
  const file = await openJsonFile(
    join(directory, 'journal.json'),
    v.object({ entries: v.array(entry) }),
    () => ({ entries: [] }),
  )
  return {
    /** oldest first */
    entries: (): readonly JournalEntry[] => file.content.entries,
    add: ({ body, ...rest }: JournalEntry) =>
      file.change(({ entries }) => ({
        entries: [...entries, { ...rest, body: withoutSecrets(body) }].slice(-maxEntries),
      })),
  }
}
export type Journal = Awaited<ReturnType<typeof openJournal>>

/** A JSON value with everything hidden that is named after a password or a token. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      /password|token/i.test(name) ? '***' : withoutSecrets(content),
    ]),
  )
}
