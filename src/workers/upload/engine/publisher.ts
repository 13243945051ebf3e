import type { LiveTask } from './live-task.ts'
import { viewOf } from './live-task.ts'
import type { EnginePorts } from './ports.ts'

/** ms between two messages to the page: five a second, however many parts and files move. */
const interval = 200

export type Publisher = {
  changed: (task: LiveTask) => void
  removed: (id: string) => void
  /** Says whether tasks outlive the worker. */
  durable: (isDurable: boolean) => void
  /** Everything, for a page or a tab that knows nothing yet. */
  all: () => void
}

/** Gathers changes: the first goes out at once, those that follow it together. */
export const createPublisher = (
  tasks: ReadonlyMap<string, LiveTask>,
  { publish, clock }: Pick<EnginePorts, 'publish' | 'clock'>,
): Publisher => {
  const changed = new Set<string>()
  const removed = new Set<string>()
  let isDurable = true
  let waiting = false
  let pending = false

  const send = () => {
    pending = false
    const views = [...changed].flatMap((id) => {
      const task = tasks.get(id)
      return task ? [viewOf(task)] : []
    })
    publish({ all: false, tasks: views, removed: [...removed], durable: isDurable })
    changed.clear()
    removed.clear()
  }

  const wait = async () => {
    waiting = true
    await clock.sleep(interval)
    waiting = false
    if (pending) flush()
  }

  const flush = () => {
    send()
    void wait()
  }

  const touch = () => {
    if (!waiting && !pending) queueMicrotask(() => pending && !waiting && flush())
    pending = true
  }

  return {
    changed: ({ saved }) => {
      changed.add(saved.id)
      touch()
    },
    removed: (id) => {
      changed.delete(id)
      removed.add(id)
      touch()
    },
    durable: (next) => {
      if (isDurable === next) return
      isDurable = next
      touch()
    },
    all: () =>
      publish({ all: true, tasks: [...tasks.values()].map(viewOf), removed: [], durable: isDurable }),
  }
}
