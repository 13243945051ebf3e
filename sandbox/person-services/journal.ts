import { join } from 'node:path'
import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'

const entry = v.object({
  service: v.string(),
  call: v.string(),
  /** ms since epoch */
  at: v.number(),
  /** HTTP status of the response; 0 if the connection was cut instead */
  status: v.number(),
  /** the service's code of the refusal */
  refused: v.optional(v.string()),
  /** the body without passwords and tokens; absent if it did not match the contract */
  body: v.optional(v.unknown()),
})
export type JournalEntry = v.InferOutput<typeof entry>

/** Limit of entries, enough for any test and a day of work. The oldest are deleted first. */
const maxEntries = 500

/** Stores what the person services received, over a restart too. */
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

/** Hides every value in JSON whose name contains `password` or `token`. */
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
