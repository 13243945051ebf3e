import type { Clock } from '../../../lib/time/clock.ts'
import { objectKey } from '../../../uploads/object-key.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ListedObject, ObjectTransport } from '../transport/object-transport.ts'

/** A file in the store. `key` is the key inside its access level. */
export type StoredFile = {
  key: string
  /** Bytes. */
  size: number
  /**
   * Requested from the store on the first call; undefined if the store has no checksum, or the file has
   * changed size.
   */
  checksum: () => Promise<string | undefined>
}

/** The files of a task's customer at its access level; empty if the store refuses to list them. */
export type StoredFiles = (task: LiveTask) => Promise<readonly StoredFile[]>

type Deps = {
  transport: Pick<ObjectTransport, 'listObjects' | 'head'>
  clock: Pick<Clock, 'elapsed'>
  attempt: Attempt
}

/**
 * A signal that never aborts: other tasks wait for the same response, so the first task's signal must not end
 * it.
 */
const neverAborted = new AbortController().signal

/**
 * Lists the stored files once for all files that were chosen before: thousands of files that are chosen
 * together share a list.
 */
export const createStoredFiles = ({ transport, clock, attempt }: Deps): StoredFiles => {
  const lists = new Map<string, { begunAt: number; files: Promise<StoredFile[]> }>()

  const checksumOf = async ({ key, size }: ListedObject): Promise<string | undefined> => {
    const head = await attempt(() => transport.head(key, { signal: neverAborted }), neverAborted)
    return head.ok && head.value.size === size ? head.value.checksum : undefined
  }

  const list = async (prefix: string): Promise<StoredFile[]> => {
    const listed = await attempt(() => transport.listObjects(prefix, { signal: neverAborted }), neverAborted)
    if (!listed.ok) {
      lists.delete(prefix)
      return []
    }
    return listed.value.map((object) => {
      let checksum: Promise<string | undefined> | undefined
      return {
        key: object.key.slice(prefix.length),
        size: object.size,
        checksum: () => (checksum ??= checksumOf(object)),
      }
    })
  }

  return ({ saved: { level, identityId = '' }, listedAt }) => {
    const prefix = objectKey(level, identityId, '')
    const known = lists.get(prefix)
    if (known && known.begunAt >= listedAt) return known.files
    const files = list(prefix)
    lists.set(prefix, { begunAt: clock.elapsed(), files })
    return files
  }
}
