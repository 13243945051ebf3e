import { fail, ok } from '../../lib/result.ts'
import type { ObjectCall, StorageProblem } from '../../uploads/storage-calls.ts'
import { createDeletionRecords, type PendingDeletion } from '../deletion-records.ts'
import { createDeletions } from '../deletions.ts'

export const file = (key: string, eTag = `"${key}"`): PendingDeletion => ({ level: 'private', key, eTag })

/** A store of files, and what a device keeps; `open` is a tab on them. */
export const start = (...keys: string[]) => {
  const stored = new Map(keys.map((key) => [key, `"${key}"`]))
  const removed: string[] = []
  /** What was asked for, is not there, and stands as a fault in the log. */
  const faults: string[] = []
  const failing = new Map<string, StorageProblem>()
  let kept: unknown
  let time = 0
  let mayRemove: Promise<void> = Promise.resolve()

  const open = (id: string) => {
    const told: unknown[] = []
    const deletions = createDeletions({
      storage: {
        head: async ({ key, mayBeMissing }: ObjectCall) => {
          const eTag = stored.get(key)
          if (eTag !== undefined) return ok({ key, size: 0, lastModified: 0, eTag })
          if (!mayBeMissing) faults.push(key)
          return fail({ kind: 'not-found' as const })
        },
        remove: async ({ key }: ObjectCall) => {
          await mayRemove
          const problem = failing.get(key)
          if (problem) return fail(problem)
          removed.push(key)
          stored.delete(key)
          return ok(undefined)
        },
      },
      records: createDeletionRecords(
        {
          read: async () => kept,
          write: async (value) => {
            kept = structuredClone(value)
          },
        },
        id,
      ),
      now: () => time,
      onGone: (files) => told.push(['gone', ...files.map(({ key }) => key)]),
      onFailed: ({ kind }, files) => told.push([kind, ...files.map(({ key }) => key)]),
    })
    return { deletions, told }
  }
  /** Holds what is removed from now on back, until the returned function is called. */
  const pauseRemoving = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mayRemove = promise
    return resolve
  }
  return {
    open,
    stored,
    removed,
    faults,
    failing,
    pauseRemoving,
    pass: (ms: number) => void (time += ms),
    kept: () => kept,
  }
}

/** What the screen does not show any more. */
export const hidden = ({ snapshot }: { snapshot: () => { hidden: ReadonlySet<string> } }) => [
  ...snapshot().hidden,
]
