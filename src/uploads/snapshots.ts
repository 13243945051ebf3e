import { createStore } from '../lib/create-store.ts'
import { shownName } from '../lib/text/shown-name.ts'
import { type UploadChange, type UploadSnapshot, unknownNetwork } from './contract.ts'
import { createStallWatch } from './stall-watch.ts'
import type { UploadTask } from './task.ts'

const isUnderWay = ({ status }: UploadTask): boolean => status.state === 'IN_PROGRESS'

/** The view of a task when nothing has moved for a while: the worker sends no message about that. */
const stalledView = ({ speed: _speed, secondsLeft: _left, ...task }: UploadTask): UploadTask => ({
  ...task,
  ...(task.phase === 'sending' && { phase: 'stalled' as const }),
})

/** Names come from outside, and are only displayed. */
const shownTask = (task: UploadTask): UploadTask => ({
  ...task,
  name: shownName(task.name),
  key: shownName(task.key),
})

/** What the page knows of the uploads, as a store for `useSyncExternalStore`. */
export const createSnapshots = (keepAwake: (wanted: boolean) => void) => {
  const tasks = new Map<string, UploadTask>()
  let known = {
    ready: false,
    durable: true,
    broken: false,
    elsewhere: false,
    copies: true,
    network: unknownNetwork,
  }
  let customer: string | undefined
  const snapshot = createStore<UploadSnapshot>({ ...known, tasks: [] })

  const refresh = () => {
    const mine = [...tasks.values()].filter((task) => task.customer === customer)
    keepAwake(!known.broken && mine.some(isUnderWay) && mine.some(stallWatch.moves))
    snapshot.set({ ...known, tasks: mine.sort((a, b) => a.order - b.order) })
  }

  const stallWatch = createStallWatch((stalled) => {
    for (const id of stalled) {
      const task = tasks.get(id)
      if (task) tasks.set(id, stalledView(task))
    }
    refresh()
  })

  return {
    current: snapshot.get,
    subscribe: snapshot.subscribe,
    receive: ({ all, tasks: changed, removed, ...device }: UploadChange) => {
      const before = all ? new Map(tasks) : tasks
      if (all) tasks.clear()
      for (const task of changed) {
        const known = before.get(task.id)
        stallWatch.see(known, task)
        // The update has another reason than a byte that moved.
        const isStalled = known?.phase === 'stalled' && !stallWatch.moves(task)
        tasks.set(task.id, shownTask(isStalled ? stalledView(task) : task))
      }
      for (const id of removed) tasks.delete(id)
      const { durable, network, elsewhere = false, copies = true } = device
      known = { ready: known.ready || all, durable, network, elsewhere, copies, broken: known.broken && !all }
      refresh()
    },
    /** The uploads stand still until the next worker reports its tasks. */
    broken: () => {
      known = { ...known, broken: true }
      refresh()
    },
    /** Only the tasks of this customer are shown. */
    setCustomer: (next: string | undefined) => {
      customer = next
      refresh()
    },
    idsOf: (ids: string[], which: (task: UploadTask) => boolean): string[] =>
      ids.filter((id) => {
        const task = tasks.get(id)
        return task !== undefined && which(task)
      }),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>
