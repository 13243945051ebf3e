import { createStore } from '../lib/create-store.ts'
import { toDisplayName } from '../lib/text/display-name.ts'
import { type UploadChange, type UploadSnapshot, unknownNetwork } from './contract.ts'
import { createStallWatch } from './stall-watch.ts'
import type { UploadTask } from './task.ts'

const isInProgress = ({ status }: UploadTask): boolean => status.state === 'IN_PROGRESS'

/**
 * Returns a task as it is shown when none of its bytes has moved for a while: stalled, without speed and time
 * left. The page finds this out itself, because the worker sends no message while nothing happens.
 */
const toStalledTask = ({ speed: _speed, secondsLeft: _left, ...task }: UploadTask): UploadTask => ({
  ...task,
  ...(task.phase === 'sending' && { phase: 'stalled' as const }),
})

/**
 * Returns a task whose file name and key are safe to display. They come from outside and may contain
 * invisible marks. The page only displays them, because commands name a task by its id.
 */
const toDisplayedTask = (task: UploadTask): UploadTask => ({
  ...task,
  name: toDisplayName(task.name),
  key: toDisplayName(task.key),
})

/**
 * Creates a store for `useSyncExternalStore` with the uploads as this page knows them. `keepAwake` receives
 * whether the screen should stay on.
 */
export const createSnapshots = (keepAwake: (shouldKeepOn: boolean) => void) => {
  /** All known tasks by id, also those of other customers. */
  const tasks = new Map<string, UploadTask>()
  /** The part of the snapshot that does not depend on the customer. */
  let device = {
    isReady: false,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
    network: unknownNetwork,
  }
  /** The signed-in customer. */
  let customerId: string | undefined
  const snapshot = createStore<UploadSnapshot>({ ...device, tasks: [] })

  const refresh = () => {
    const ownTasks = [...tasks.values()].filter((task) => task.customer === customerId)
    keepAwake(!device.isWorkerLost && ownTasks.some(isInProgress) && ownTasks.some(stallWatch.isMoving))
    snapshot.set({ ...device, tasks: ownTasks.sort((a, b) => a.order - b.order) })
  }

  const stallWatch = createStallWatch((stalledIds) => {
    for (const id of stalledIds) {
      const task = tasks.get(id)
      if (task) tasks.set(id, toStalledTask(task))
    }
    refresh()
  })

  return {
    current: snapshot.get,
    subscribe: snapshot.subscribe,
    /** Applies a message of the worker. */
    receive: ({ all, tasks: changedTasks, removed: removedIds, ...change }: UploadChange) => {
      // A message with all tasks replaces the known tasks. Their previous states are still needed below.
      const previousTasks = all ? new Map(tasks) : tasks
      if (all) tasks.clear()
      for (const task of changedTasks) {
        const previous = previousTasks.get(task.id)
        stallWatch.observe(previous, task)
        // If a stalled task changes, but none of its bytes moved, it is still stalled.
        const isStalled = previous?.phase === 'stalled' && !stallWatch.isMoving(task)
        tasks.set(task.id, toDisplayedTask(isStalled ? toStalledTask(task) : task))
      }
      for (const id of removedIds) tasks.delete(id)
      // A message with all tasks shows that a worker runs and has tried to load the saved tasks. `elsewhere` and
      // `copies` may be missing.
      device = {
        isReady: device.isReady || all,
        isDurable: change.durable,
        isWorkerLost: device.isWorkerLost && !all,
        isOwnedByOtherTab: change.elsewhere ?? false,
        canStoreCopies: change.copies ?? true,
        network: change.network,
      }
      refresh()
    },
    /** Shows that there is no worker, until the next worker reports its tasks. */
    markWorkerLost: () => {
      device = { ...device, isWorkerLost: true }
      refresh()
    },
    /** Sets the customer whose tasks are shown; undefined shows none. */
    setCustomer: (newCustomerId: string | undefined) => {
      customerId = newCustomerId
      refresh()
    },
    /** Returns the ids of the known tasks that match a condition. */
    filterIds: (ids: string[], filter: (task: UploadTask) => boolean): string[] =>
      ids.filter((id) => {
        const task = tasks.get(id)
        return task !== undefined && filter(task)
      }),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>
