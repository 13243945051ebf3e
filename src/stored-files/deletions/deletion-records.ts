import * as v from 'valibot'
import { createDeferred, type Deferred } from '../../lib/async/deferred.ts'
import { createInTurn } from '../../lib/async/in-turn.ts'
import { parsed } from '../../lib/parsed.ts'
import type { Locks } from '../../platform/locks.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { accessLevels } from '../storage-calls.ts'

const pendingDeletion = v.object({
  level: v.picklist(accessLevels),
  key: v.string(),
  eTag: v.optional(v.string()),
})
/** A file that is to be deleted, as it was when the coach deleted it. */
export type PendingDeletion = v.InferOutput<typeof pendingDeletion>

/** A file's name that is unique over all levels. */
export const fileName = ({ level, key }: Pick<PendingDeletion, 'level' | 'key'>): string => `${level}/${key}`

const pendingDeletions = v.array(pendingDeletion)
/** An older version stored the deletions of all tabs in one value. */
const record = v.union([
  pendingDeletions,
  v.pipe(
    v.record(v.string(), v.object({ files: pendingDeletions })),
    v.transform((tabs) => Object.values(tabs).flatMap((tab) => tab.files)),
  ),
])

/**
 * ms after which a tab loses its deletions. A frozen tab never releases its lock, and no person considers
 * Undo for so long.
 */
const lockTimeout = 900_000

const recordsOf = (customer: string) => `deletions ${customer}`

export const forgetDeletions = (values: Pick<KeyValues, 'clear'>, customer: string): Promise<void> =>
  values.clear(recordsOf(customer))

/** The store of the records. */
export type DeletionValues = Pick<KeyValues, 'read' | 'write' | 'remove' | 'keys' | 'inTime'>

type Deps = {
  values: DeletionValues
  locks: Locks
  customer: string
  /** The id of this tab. */
  id: string
}

/**
 * The pending deletions of a customer, stored until they are done. Each tab has its own record and holds the
 * lock of the same name meanwhile. If no tab holds the lock of a record, the tab that wrote it has closed.
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
      // Rejects if another tab took the lock away.
      locks.hold(own, lockTimeout, work).catch(() => undefined)
    })

  // A device that cannot store the record still deletes the files: only deletions of a closed tab would be
  // lost.
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
    /**
     * The names of other tabs' records. Empty if the database does not respond, because a list of files waits
     * for them.
     */
    others: async (): Promise<string[]> => {
      const names = await values.inTime(values.keys()).catch(() => undefined)
      return (names ?? []).filter((name) => name.startsWith(prefix) && name !== own)
    },
    read: async (name: string): Promise<PendingDeletion[]> => {
      const stored = await values.inTime(values.read(name)).catch(() => undefined)
      return parsed(record, stored) ?? []
    },
    remove: (name: string) => values.remove(name).catch(() => undefined),
    /** Runs `work` when the tab of a record has completed or undone its deletions, or has closed. */
    whenLeft: <T>(name: string, work: () => Promise<T>) => locks.hold(name, lockTimeout, work),
  }
}

export type DeletionRecords = ReturnType<typeof createDeletionRecords>

const deletionMessage = v.variant('kind', [
  v.object({ kind: v.literal('pending'), customer: v.string() }),
  v.object({ kind: v.literal('gone'), customer: v.string(), files: pendingDeletions }),
])
/** A message to the other tabs: a tab has recorded deletions, or files are gone. */
type DeletionMessage = v.InferOutput<typeof deletionMessage>

/** The channel over which the open tabs of one browser learn of each other's deletions. */
export type DeletionTabs = {
  post: (message: DeletionMessage) => void
  /** Calls the listener for each message of another tab. Returns a function that stops listening. */
  listen: (listener: (message: DeletionMessage) => void) => () => void
}

export const createDeletionTabs = (
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>,
): DeletionTabs => ({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  post: (message) => channel.postMessage(message),
  listen: (listener) => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      const message = parsed(deletionMessage, data)
      if (message) listener(message)
    }
    channel.addEventListener('message', receive)
    return () => channel.removeEventListener('message', receive)
  },
})
