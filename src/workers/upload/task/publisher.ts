import type { Clock } from '../../../lib/time/clock.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { RequestedWait } from '../network/requested-wait.ts'
import { toUploadTask, type LiveTask } from './live-task.ts'

/**
 * The least time between two messages to the page: at most five per second, however many parts and files
 * change.
 */
const publishIntervalMs = 200

/**
 * Publishes the tasks and the state of the device to the pages. The calls only note what has changed. A few
 * times per second, one message sends everything that was noted.
 */
export type Publisher = {
  publishTask: (task: LiveTask) => void
  /** Publishes that a task has left the list. */
  publishRemoval: (id: string) => void
  /** Sets and publishes whether the tasks are saved, so that they survive a restart. */
  setDurable: (isDurable: boolean) => void
  publishNetwork: () => void
  /** Publishes pending changes immediately. */
  flush: () => void
  /** Publishes everything immediately, for a page or a tab that has received nothing yet. */
  publishAll: () => void
}

type Ports = {
  publish: (change: UploadChange) => void
  clock: Clock
  network: Pick<NetworkGate, 'getView'>
  requestedWait: Pick<RequestedWait, 'getShownEnd'>
  copies: { areSupported: () => boolean }
}

/**
 * Limits how often `send` is called. The first change is sent in the next microtask. The changes that follow
 * within the interval after it are sent together at the end of the interval.
 */
const createThrottle = (send: () => void, { sleep }: Pick<Clock, 'sleep'>) => {
  /** Whether the interval after the last call has not ended yet. */
  let isWaiting = false
  /** Whether there are changes since the last call. */
  let isPending = false

  const flush = () => {
    if (!isPending) return
    isPending = false
    send()
  }

  const flushAndWait = async () => {
    flush()
    isWaiting = true
    await sleep(publishIntervalMs)
    isWaiting = false
    if (isPending) void flushAndWait()
  }

  const sendIfDue = () => {
    if (isPending && !isWaiting) void flushAndWait()
  }

  /** Plans a call for a change. A change within the interval is sent at its end. */
  const notify = () => {
    // `sendIfDue` checks both flags again, because `flush` may have sent the change by then.
    if (!isWaiting && !isPending) queueMicrotask(sendIfDue)
    isPending = true
  }

  return { notify, flush }
}

/** Whether a task is on the list that the coach sees. A dismissed task is not. */
const isListed = ({ saved }: LiveTask): boolean => !saved.dismissed

/** Collects the changes that are not published yet. */
const createPendingChanges = (tasks: ReadonlyMap<string, LiveTask>) => {
  const changedIds = new Set<string>()
  const removedIds = new Set<string>()
  return {
    addTask: (id: string) => changedIds.add(id),
    addRemoval: (id: string) => {
      changedIds.delete(id)
      removedIds.add(id)
    },
    /** Returns the changes and forgets them. */
    take: () => {
      const listed = [...changedIds].flatMap((id) => tasks.get(id) ?? []).filter(isListed)
      const changes = { tasks: listed.map(toUploadTask), removed: [...removedIds] }
      changedIds.clear()
      removedIds.clear()
      return changes
    },
  }
}

export const createPublisher = (
  tasks: ReadonlyMap<string, LiveTask>,
  { publish, clock, network, requestedWait, copies }: Ports,
): Publisher => {
  const pendingChanges = createPendingChanges(tasks)
  let isDurable = true

  const getNetworkView = () => {
    const waitUntil = requestedWait.getShownEnd()
    return { ...network.getView(), ...(waitUntil !== undefined && { waitUntil }) }
  }
  const getDeviceState = () => ({
    durable: isDurable,
    copies: copies.areSupported(),
    network: getNetworkView(),
  })
  const send = () => publish({ all: false, ...pendingChanges.take(), ...getDeviceState() })
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
    setDurable: (isNowDurable) => {
      if (isDurable === isNowDurable) return
      isDurable = isNowDurable
      notify()
    },
    publishNetwork: notify,
    flush,
    publishAll: () => {
      const listedTasks = [...tasks.values()].filter(isListed).map(toUploadTask)
      publish({ all: true, tasks: listedTasks, removed: [], ...getDeviceState() })
    },
  }
}
