import type { Clock } from '../../../lib/time/clock.ts'
import { buildObjectKey } from '../../../uploads/object-key.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ListedObject, ObjectTransport } from '../transport/object-transport.ts'

/** A file in the object store. `key` is the key inside its access level. */
export type ListedFile = {
  key: string
  /** In bytes. */
  size: number
  /**
   * Requests the CRC32 on the first call. Resolves to undefined if the object store has none, or if the file
   * has another size by then.
   */
  requestChecksum: () => Promise<string | undefined>
}

/**
 * Lists the files of a task's customer at its access level. The task must have its identity by then. The list
 * is empty if the request fails, for example because the object store refuses to list files.
 */
export type ListStoredFiles = (task: LiveTask) => Promise<readonly ListedFile[]>

type Deps = {
  transport: Pick<ObjectTransport, 'listObjects' | 'head'>
  clock: Pick<Clock, 'elapsed'>
  attempt: Attempt
}

/**
 * A signal that never aborts. Other tasks wait for the same response, so the signal of one task must not
 * abort the request.
 */
const neverAborted = new AbortController().signal

/**
 * Creates the function that lists the stored files. A list is used for all files that were chosen before it
 * was requested, so thousands of files that are chosen together share one list.
 */
export const createListStoredFiles = ({ transport, clock, attempt }: Deps): ListStoredFiles => {
  /** The last list of each prefix. `requestedAt` is in ms of the elapsed clock. */
  const lists = new Map<string, { requestedAt: number; files: Promise<ListedFile[]> }>()

  const findChecksum = async ({ key, size }: ListedObject): Promise<string | undefined> => {
    const head = await attempt(() => transport.head(key, { signal: neverAborted }), neverAborted)
    return head.ok && head.value.size === size ? head.value.checksum : undefined
  }

  const list = async (prefix: string): Promise<ListedFile[]> => {
    const listing = await attempt(() => transport.listObjects(prefix, { signal: neverAborted }), neverAborted)
    if (!listing.ok) {
      // The next call requests the list again.
      lists.delete(prefix)
      return []
    }
    return listing.value.map((object) => {
      let checksum: Promise<string | undefined> | undefined
      return {
        key: object.key.slice(prefix.length),
        size: object.size,
        requestChecksum: () => (checksum ??= findChecksum(object)),
      }
    })
  }

  return ({ saved: { level, identityId = '' }, listedAt }) => {
    const prefix = buildObjectKey(level, identityId, '')
    const latestList = lists.get(prefix)
    if (latestList && latestList.requestedAt >= listedAt) return latestList.files
    const files = list(prefix)
    lists.set(prefix, { requestedAt: clock.elapsed(), files })
    return files
  }
}
