import * as v from 'valibot'
import { accessLevels } from '../uploads/task.ts'

const pendingDeletion = v.object({
  level: v.picklist(accessLevels),
  key: v.string(),
  eTag: v.optional(v.string()),
})
/** A file that is to be deleted, as it was when that was decided. */
export type PendingDeletion = v.InferOutput<typeof pendingDeletion>

const batch = v.object({
  /** ms since epoch; until then the tab that decided it is at work */
  until: v.number(),
  files: v.array(pendingDeletion),
})
const batches = v.fallback(v.record(v.string(), batch), {})
type Batches = v.InferOutput<typeof batches>

/** One value that outlives the tab; undefined where nothing is to be deleted. */
export type StoredBatches = { read: () => Promise<unknown>; write: (value: unknown) => Promise<void> }

/**
 * The deletions of other tabs: `due` were left by closed ones; `pending` may still be undone in theirs, `next` says
 * until when.
 */
type Others = { due: PendingDeletion[]; pending: PendingDeletion[]; next?: number }

/** Pending deletions, stored until they are done: a tab that is closed in between forgets nothing. */
export const createDeletionRecords = (stored: StoredBatches, id: string) => {
  let last: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<Batches> => v.parse(batches, await stored.read().catch(() => undefined))

  const change = (edit: (batches: Batches) => Batches): Promise<void> => {
    // A device that stores nothing still deletes: only what a closed tab left would be forgotten.
    const write = async () => {
      const edited = edit(await read())
      await stored.write(Object.keys(edited).length > 0 ? edited : undefined)
    }
    const changed = last.then(write).catch(() => undefined)
    last = changed
    return changed
  }
  const without = ({ [id]: _own, ...others }: Batches): Batches => others

  return {
    write: (files: readonly PendingDeletion[], until: number) =>
      change((all) => ({ ...all, [id]: { until, files: [...files] } })),
    clear: () => change(without),
    /** Reads what other tabs have decided, and takes over the deletions of closed ones. */
    takeOver: async (now: number, until: number): Promise<Others> => {
      const others = Object.entries(without(await read()))
      const late = others.filter(([, batch]) => batch.until <= now)
      const early = others.filter(([, batch]) => batch.until > now)
      const due = late.flatMap(([, { files }]) => files)
      const pending = early.flatMap(([, { files }]) => files)
      const taken = new Set(late.map(([other]) => other))
      if (due.length > 0)
        await change((all) => ({
          ...Object.fromEntries(Object.entries(all).filter(([other]) => !taken.has(other))),
          [id]: { until, files: [...(all[id]?.files ?? []), ...due] },
        }))
      if (early.length === 0) return { due, pending }
      return { due, pending, next: Math.min(...early.map(([, batch]) => batch.until)) }
    },
  }
}

export type DeletionRecords = ReturnType<typeof createDeletionRecords>
