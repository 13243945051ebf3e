import type { LiveTask } from './live-task.ts'
import { viewOf } from './live-task.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { RequestedWait } from '../network/requested-wait.ts'

/** ms between two messages to the page: five per second, however many parts and files move. */
const interval = 200

export type Publisher = {
  changed: (task: LiveTask) => void
  removed: (id: string) => void
  /** Reports whether tasks outlive the worker. */
  durable: (isDurable: boolean) => void
  network: () => void
  /** Publishes pending changes at once. */
  now: () => void
  /** Publishes everything, for a page or a tab that knows nothing yet. */
  all: () => void
}

type Ports = {
  publish: (change: UploadChange) => void
  clock: Clock
  network: Pick<NetworkGate, 'view'>
  requestedWait: Pick<RequestedWait, 'until'>
  copies: { areKept: () => boolean }
}

/**
 * Calls `send` for changes: at once for the first change, and once per interval for all changes that follow.
 */
const createThrottle = (send: () => void, { sleep }: Pick<Clock, 'sleep'>) => {
  let waiting = false
  let pending = false

  const now = () => {
    if (!pending) return
    pending = false
    send()
  }

  const flush = async () => {
    now()
    waiting = true
    await sleep(interval)
    waiting = false
    if (pending) void flush()
  }

  const touch = () => {
    if (!waiting && !pending) queueMicrotask(() => pending && !waiting && void flush())
    pending = true
  }

  return { touch, now }
}

const isListed = ({ saved }: LiveTask): boolean => !saved.dismissed

/** The changes that the page does not know yet. */
const createPendingChanges = (tasks: ReadonlyMap<string, LiveTask>) => {
  const changed = new Set<string>()
  const removed = new Set<string>()
  return {
    changed: (id: string) => changed.add(id),
    removed: (id: string) => {
      changed.delete(id)
      removed.add(id)
    },
    take: () => {
      const known = [...changed].flatMap((id) => tasks.get(id) ?? []).filter(isListed)
      const news = { tasks: known.map(viewOf), removed: [...removed] }
      changed.clear()
      removed.clear()
      return news
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
  const news = createPendingChanges(tasks)
  let isDurable = true

  const networkView = () => {
    const waitUntil = requestedWait.until()
    return { ...network.view(), ...(waitUntil !== undefined && { waitUntil }) }
  }
  const device = () => ({ durable: isDurable, copies: copies.areKept(), network: networkView() })
  const send = () => publish({ all: false, ...news.take(), ...device() })
  const { touch, now } = createThrottle(send, clock)

  return {
    changed: ({ saved }) => {
      news.changed(saved.id)
      touch()
    },
    removed: (id) => {
      news.removed(id)
      touch()
    },
    durable: (next) => {
      if (isDurable === next) return
      isDurable = next
      touch()
    },
    network: touch,
    now,
    all: () => {
      const views = [...tasks.values()].filter(isListed).map(viewOf)
      publish({ all: true, tasks: views, removed: [], ...device() })
    },
  }
}
