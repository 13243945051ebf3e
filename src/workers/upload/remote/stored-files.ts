import type { Clock } from '../../../lib/clock.ts'
import { objectKey } from '../../../uploads/object-key.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ListedObject, ObjectTransport } from '../transport/object-transport.ts'

/** The files of a task's customer at its access level, by the keys inside it; none where the store does not list them. */
export type StoredFiles = (task: LiveTask) => Promise<ListedObject[]>

type Deps = {
  transport: Pick<ObjectTransport, 'listObjects'>
  clock: Pick<Clock, 'elapsed'>
  attempt: Attempt
}

/** Lists what is stored once for all files that were chosen before: thousands that are chosen together share a list. */
export const createStoredFiles = ({ transport, clock, attempt }: Deps): StoredFiles => {
  const lists = new Map<string, { begunAt: number; files: Promise<ListedObject[]> }>()

  const list = async (prefix: string): Promise<ListedObject[]> => {
    // Not cut with the task that comes first: others wait for it as well.
    const { signal } = new AbortController()
    const listed = await attempt(() => transport.listObjects(prefix, { signal }), signal)
    if (!listed.ok) {
      lists.delete(prefix)
      return []
    }
    return listed.value.map(({ key, size }) => ({ key: key.slice(prefix.length), size }))
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
