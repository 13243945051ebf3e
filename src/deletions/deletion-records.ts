import * as v from 'valibot'
import { createDeferred, type Deferred } from '../lib/deferred.ts'
import { createInTurn } from '../lib/in-turn.ts'
import { parsed } from '../lib/parsed.ts'
import type { Locks } from '../platform/locks.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { accessLevels } from '../uploads/task.ts'

const pendingDeletion = v.object({
  level: v.picklist(accessLevels),
  key: v.string(),
  eTag: v.optional(v.string()),
})
/** A file that is to be deleted, as it was when that was decided. */
export type PendingDeletion = v.InferOutput<typeof pendingDeletion>

/** The name of a file among those of all levels. */
export const fileName = ({ level, key }: Pick<PendingDeletion, 'level' | 'key'>): string => `${level}/${key}`

export const pendingDeletions = v.array(pendingDeletion)
/** An older version has those of all tabs in one value. */
const record = v.union([
  pendingDeletions,
  v.pipe(
    v.record(v.string(), v.object({ files: pendingDeletions })),
    v.transform((tabs) => Object.values(tabs).flatMap((tab) => tab.files)),
  ),
])

/** ms after which a tab has lost its deletions: a frozen one lets go of no lock, and nobody is at Undo for so long */
const lockTimeout = 900_000

const recordsOf = (customer: string) => `deletions ${customer}`

/** Forgets the pending deletions of a customer. */
export const forgetDeletions = (values: Pick<KeyValues, 'clear'>, customer: string): Promise<void> =>
  values.clear(recordsOf(customer))

/** Where the records are. */
export type DeletionValues = Pick<KeyValues, 'read' | 'write' | 'remove' | 'keys' | 'inTime'>

type Deps = {
  values: DeletionValues
  locks: Locks
  customer: string
  /** Of this tab */
  id: string
}

/**
 * Pending deletions of a customer, stored until they are done: a record for each tab, which holds the lock of the same
 * name meanwhile. A record that nobody holds was left by a tab that is gone.
 */
export const createDeletionRecords = ({ values, locks, customer, id }: Deps) => {
  const prefix = recordsOf(customer)
  const own = `${prefix} ${id}`
  const inTurn = createInTurn()
  let held: Deferred<void> | undefined

  const hold = () =>
    new Promise<void>((resolve) => {
      const released = createDeferred<void>()
      held = released
      const work = () => {
        resolve()
        return released.promise
      }
      // It rejects where another tab took the lock away.
      locks.hold(own, lockTimeout, work).catch(() => undefined)
    })

  // A device that stores nothing still deletes: only what a closed tab left would be forgotten.
  const change = (work: () => Promise<void>) => inTurn(work).catch(() => undefined)

  return {
    /** Stores what this tab is to delete. */
    write: (pending: readonly PendingDeletion[]) =>
      change(async () => {
        if (!held) await hold()
        await values.write(own, pending)
      }),
    /** This tab has nothing to delete. */
    clear: () =>
      change(async () => {
        await values.remove(own).finally(held?.resolve)
        held = undefined
      }),
    /** The records of other tabs, by their names. A database that does not respond has none: a list of files waits for them. */
    others: async (): Promise<string[]> => {
      const names = await values.inTime(values.keys()).catch(() => undefined)
      return (names ?? []).filter((name) => name.startsWith(prefix) && name !== own)
    },
    read: async (name: string): Promise<PendingDeletion[]> => {
      const stored = await values.inTime(values.read(name)).catch(() => undefined)
      return parsed(record, stored) ?? []
    },
    remove: (name: string) => values.remove(name).catch(() => undefined),
    /** Runs `work` when the tab of a record has done, or undone, its deletions, or is gone. */
    whenLeft: <T>(name: string, work: () => Promise<T>) => locks.hold(name, lockTimeout, work),
  }
}

export type DeletionRecords = ReturnType<typeof createDeletionRecords>
