import * as v from 'valibot'
import { createDeferred, type Deferred } from '../../lib/async/deferred.ts'
import { createTaskQueue } from '../../lib/async/task-queue.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { Locks } from '../../platform/locks.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { accessLevels } from '../storage-calls.ts'

const pendingDeletionSchema = v.object({
  level: v.picklist(accessLevels),
  key: v.string(),
  eTag: v.optional(v.string()),
})
/** A file that is to be deleted. `eTag` is its ETag when the coach chose to delete it. */
export type PendingDeletion = v.InferOutput<typeof pendingDeletionSchema>

/** Returns a name for a file that is unique over all access levels. */
export const getFullName = ({ level, key }: Pick<PendingDeletion, 'level' | 'key'>): string =>
  `${level}/${key}`

const pendingDeletionsSchema = v.array(pendingDeletionSchema)
/** The second schema is of an older version, which stored the deletions of all tabs in one value. */
const recordSchema = v.union([
  pendingDeletionsSchema,
  v.pipe(
    v.record(v.string(), v.object({ files: pendingDeletionsSchema })),
    v.transform((tabs) => Object.values(tabs).flatMap((tab) => tab.files)),
  ),
])

/**
 * After this time, a tab loses its lock to another tab, which completes its deletions. A frozen tab would
 * never release its lock. The time is much longer than a coach needs for an undo.
 */
const lockTimeoutMs = 900_000

const getRecordPrefix = (customerId: string) => `deletions ${customerId}`

/** Deletes the records of a customer on this device. Deletes no files. */
export const forgetDeletions = (values: Pick<KeyValues, 'clear'>, customerId: string): Promise<void> =>
  values.clear(getRecordPrefix(customerId))

/** The functions that store the records on this device. */
export type DeletionValues = Pick<KeyValues, 'read' | 'write' | 'remove' | 'keys' | 'withTimeLimit'>

type Deps = {
  values: DeletionValues
  locks: Locks
  customer: string
  tabId: string
}

/**
 * Stores the pending deletions of a customer on this device until they are done. Each tab has its own record:
 * the files that it still has to delete. While the record exists, the tab holds a lock with the name of the
 * record. So a record whose lock is free was left by a tab that has closed, and another tab completes it.
 */
export const createDeletionRecords = ({ values, locks, customer: customerId, tabId }: Deps) => {
  const prefix = getRecordPrefix(customerId)
  const ownName = `${prefix} ${tabId}`
  const runInTurn = createTaskQueue()
  /** Resolving it releases the lock of this tab. Undefined while the tab does not hold the lock. */
  let lockEnd: Deferred<void> | undefined

  /** Resolves when this tab holds the lock of its record. */
  const holdLock = () =>
    new Promise<void>((resolve) => {
      const end = createDeferred<void>()
      lockEnd = end
      const work = () => {
        resolve()
        return end.promise
      }
      // `hold` rejects if another tab takes the lock away. Nothing has to be done then, because that tab
      // completes the deletions.
      locks.hold(ownName, lockTimeoutMs, work).catch(() => undefined)
    })

  // A failure to store the record is ignored, because this tab still deletes the files. The deletions are
  // lost only if the tab is closed before it has deleted them.
  const changeRecord = (work: () => Promise<void>) => runInTurn(work).catch(() => undefined)

  return {
    /** Stores the files that this tab still has to delete. */
    write: (pending: readonly PendingDeletion[]) =>
      changeRecord(async () => {
        if (!lockEnd) await holdLock()
        await values.write(ownName, pending)
      }),
    /**
     * Stores the files that a later attempt has to delete, and releases the lock of this tab, so that any tab
     * can make this attempt.
     */
    release: (pending: readonly PendingDeletion[]) =>
      changeRecord(async () => {
        await values.write(ownName, pending).finally(lockEnd?.resolve)
        lockEnd = undefined
      }),
    /** Removes the record of this tab, which has nothing more to delete, and releases its lock. */
    clear: () =>
      changeRecord(async () => {
        await values.remove(ownName).finally(lockEnd?.resolve)
        lockEnd = undefined
      }),
    /**
     * Lists the names of other tabs' records. The list is empty if the database does not respond, because a
     * screen waits for it before it shows files.
     */
    listOthers: async (): Promise<string[]> => {
      const names = await values.withTimeLimit(values.keys()).catch(() => undefined)
      return (names ?? []).filter((name) => name.startsWith(prefix) && name !== ownName)
    },
    /** Reads a record. It is empty if it was removed or is invalid, or if the database does not respond. */
    read: async (name: string): Promise<PendingDeletion[]> => {
      const value = await values.withTimeLimit(values.read(name)).catch(() => undefined)
      return parseOrUndefined(recordSchema, value) ?? []
    },
    /** Removes the record of another tab. */
    remove: (name: string) => values.remove(name).catch(() => undefined),
    /**
     * Runs `work` when the lock of a record is free: its tab has completed or undone its deletions, or has
     * closed, or has kept the lock for too long.
     */
    runWhenAbandoned: <T>(name: string, work: () => Promise<T>) => locks.hold(name, lockTimeoutMs, work),
  }
}

export type DeletionRecords = ReturnType<typeof createDeletionRecords>

const deletionMessageSchema = v.variant('kind', [
  v.object({ kind: v.literal('pending'), customer: v.string() }),
  v.object({ kind: v.literal('gone'), customer: v.string(), files: pendingDeletionsSchema }),
])
/** A message to the other tabs: this tab has recorded pending deletions, or files are deleted (`gone`). */
type DeletionMessage = v.InferOutput<typeof deletionMessageSchema>

/** The channel over which the open tabs of one browser learn of each other's deletions. */
export type DeletionTabs = {
  post: (message: DeletionMessage) => void
  /** Calls `listener` for each message of another tab. Returns a function that stops listening. */
  listen: (listener: (message: DeletionMessage) => void) => () => void
}

/** Sends and receives the messages between tabs on a channel. Ignores messages of an unknown format. */
export const createDeletionTabs = (
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>,
): DeletionTabs => ({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  post: (message) => channel.postMessage(message),
  listen: (listener) => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      const message = parseOrUndefined(deletionMessageSchema, data)
      if (message) listener(message)
    }
    channel.addEventListener('message', receive)
    return () => channel.removeEventListener('message', receive)
  },
})
