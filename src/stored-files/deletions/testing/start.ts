import { onTestFinished } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createLocks } from '../../../platform/locks.ts'
import { createPageCache } from '../../../platform/page-cache.ts'
import { memoryKeyValues } from '../../../platform/storage/testing/memory-key-values.ts'
import type { ObjectCall, StorageCallFailure } from '../../storage-calls.ts'
import {
  createDeletionRecords,
  createDeletionTabs,
  type DeletionValues,
  type PendingDeletion,
} from '../deletion-records.ts'
import { createDeletions } from '../deletions.ts'
import { finishEarlierDeletions } from '../delete-files.ts'

export const file = (key: string, eTag = `"${key}"`): PendingDeletion => ({ level: 'private', key, eTag })

/** Creates an object store and the storage of a device. `open` opens a tab that uses both. */
export const start = (...keys: string[]) => {
  const stored = new Map(keys.map((key) => [key, `"${key}"`]))
  const removed: string[] = []
  /** Keys that were requested although they do not exist, which would be logged as errors. */
  const faults: string[] = []
  const failing = new Map<string, StorageCallFailure>()
  const onDevice = new Map<string, unknown>()
  const customer = crypto.randomUUID()
  let mayRemove: Promise<void> = Promise.resolve()
  let mayForget: Promise<void> = Promise.resolve()

  const remove = async ({ key }: Pick<ObjectCall, 'key'>) => {
    await mayRemove
    const failure = failing.get(key)
    if (failure) return fail(failure)
    removed.push(key)
    stored.delete(key)
    return ok(undefined)
  }
  const storage = {
    head: async ({ key, mayBeMissing }: ObjectCall) => {
      const failure = failing.get(key)
      if (failure) return fail(failure)
      const eTag = stored.get(key)
      if (eTag !== undefined) return ok({ key, size: 0, lastModified: 0, eTag })
      if (!mayBeMissing) faults.push(key)
      return fail({ kind: 'not-found' as const })
    },
    remove,
    presignedRemove: async ({ key }: ObjectCall) => ok(`https://store.test/${key}`),
  }

  const open = (tabId: string, values: DeletionValues = memoryKeyValues(onDevice)) => {
    const outcomes: unknown[] = []
    const leaveRequests: string[] = []
    let isPlugged = true
    let isVisible = true
    const target = new EventTarget()
    const records = createDeletionRecords({
      values,
      locks: createLocks(navigator.locks, createPageCache(target)),
      customer,
      tabId,
    })
    const channel = new BroadcastChannel(customer)
    onTestFinished(() => channel.close())
    const deletions = createDeletions({
      storage,
      records,
      customer,
      tabs: createDeletionTabs(channel),
      sendDelete: async (url) => {
        if (!isPlugged) return false
        leaveRequests.push(url)
        return (await remove({ key: url.slice('https://store.test/'.length) })).ok
      },
      isVisible: () => isVisible,
      onDeleted: async (files) => {
        outcomes.push(['gone', ...files.map(({ key }) => key)])
        await mayForget
      },
      onFailed: ({ kind }, files) => outcomes.push([kind, ...files.map(({ key }) => key)]),
    })
    return {
      deletions,
      /** What the callbacks received. */
      outcomes,
      /** The URLs of the requests that outlive the page. */
      leaveRequests,
      /** Makes the requests that outlive the page fail. */
      unplug: () => {
        isPlugged = false
      },
      /** Covers or uncovers the page. */
      setVisible: (isSeen: boolean) => {
        isVisible = isSeen
      },
      /** Does what the app does at its start, without a screen. */
      finish: () => finishEarlierDeletions({ storage, records }),
      /** Closes the tab without warning, and releases its locks. */
      kill: () => {
        target.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
      },
    }
  }
  /** Blocks all deletions from now on, until the returned function is called. */
  const pauseRemoving = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mayRemove = promise
    return resolve
  }
  /** Blocks the callback that takes files off the lists, until the returned function is called. */
  const pauseForgetting = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mayForget = promise
    return resolve
  }
  return { customer, open, pauseForgetting, stored, removed, faults, failing, pauseRemoving, onDevice }
}

/** The files that the screen hides. */
export const hidden = ({ snapshot }: { snapshot: () => { hidden: ReadonlySet<string> } }) => [
  ...snapshot().hidden,
]
