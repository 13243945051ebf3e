import type { Clock } from '../../../lib/time/clock.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { RequestedWait } from '../network/requested-wait.ts'
import { toUploadTask, type LiveTask } from './live-task.ts'

/** ms between two messages to the page: five per second, however many parts and files move. */
const interval = 200

/** Publishes changes to the pages, a few times per second. */
export type Publisher = {
  publishTask: (task: LiveTask) => void
  /** Publishes that a task has left the list. */
  publishRemoval: (id: string) => void
  /** Sets and publishes whether tasks outlive the worker. */
  setDurable: (isDurable: boolean) => void
  publishNetwork: () => void
  /** Publishes pending changes at once. */
  flush: () => void
  /** Publishes everything at once, for a page or a tab that knows nothing yet. */
  publishAll: () => void
}

type Ports = {
  publish: (change: UploadChange) => void
  clock: Clock
  network: Pick<NetworkGate, 'view'>
  requestedWait: Pick<RequestedWait, 'shownEnd'>
  copies: { areSupported: () => boolean }
}

/**
 * Calls `send` for changes: in the next microtask for the first change, and once per interval for all changes
 * that follow.
 */
const createThrottle = (send: () => void, { sleep }: Pick<Clock, 'sleep'>) => {
  let isWaiting = false
  let isPending = false

  const flush = () => {
    if (!isPending) return
    isPending = false
    send()
  }

  const flushAndWait = async () => {
    flush()
    isWaiting = true
    await sleep(interval)
    isWaiting = false
    if (isPending) void flushAndWait()
  }

  /** Plans a call for a change. */
  const notify = () => {
    if (!isWaiting && !isPending) queueMicrotask(() => isPending && !isWaiting && void flushAndWait())
    isPending = true
  }

  return { notify, flush }
}

const isListed = ({ saved }: LiveTask): boolean => !saved.dismissed

/** The changes that the page does not know yet. */
const createPendingChanges = (tasks: ReadonlyMap<string, LiveTask>) => {
  const changed = new Set<string>()
  const removed = new Set<string>()
  return {
    addTask: (id: string) => changed.add(id),
    addRemoval: (id: string) => {
      changed.delete(id)
      removed.add(id)
    },
    /** Returns the changes and forgets them. */
    take: () => {
      const listed = [...changed].flatMap((id) => tasks.get(id) ?? []).filter(isListed)
      const changes = { tasks: listed.map(toUploadTask), removed: [...removed] }
      changed.clear()
      removed.clear()
      return changes
    },
  }
}

/**
 * Collects changes. The first is published at once, and those that follow within an interval are published
 * together.
 */
export const createPublisher = (
  tasks: ReadonlyMap<string, LiveTask>,
  { publish, clock, network, requestedWait, copies }: Ports,
): Publisher => {
  const pendingChanges = createPendingChanges(tasks)
  let isDurable = true

  const networkView = () => {
    const waitUntil = requestedWait.shownEnd()
    return { ...network.view(), ...(waitUntil !== undefined && { waitUntil }) }
  }
  const device = () => ({ durable: isDurable, copies: copies.areSupported(), network: networkView() })
  const send = () => publish({ all: false, ...pendingChanges.take(), ...device() })
  const { notify, flush } = createThrottle(send, clock)

  return {
    publishTask: ({ saved }) => {
      pendingChanges.addTask(saved.id)
      notify()
    },
    publishRemoval: (id) => {
      pendingChanges.addRemoval(id)
      notify()
    },
    setDurable: (durable) => {
      if (isDurable === durable) return
      isDurable = durable
      notify()
    },
    publishNetwork: notify,
    flush,
    publishAll: () => {
      const views = [...tasks.values()].filter(isListed).map(toUploadTask)
      publish({ all: true, tasks: views, removed: [], ...device() })
    },
  }
}
