import type { Clock } from '../../../lib/clock.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'

/** ms between two looks: a browser that evicts a file tells nobody */
const interval = 60_000

/** Whether the copy of a task is there, and as long as its file: private windows and full disks cut some short. */
export const isCopyWhole = async (
  { open }: Pick<FileCopies, 'open'>,
  { saved }: Pick<LiveTask, 'saved'>,
): Promise<boolean> => (await open(saved.id))?.size === saved.size

type Deps = {
  copies: Pick<FileCopies, 'open'>
  clock: Pick<Clock, 'sleep'>
  tasks: ReadonlyMap<string, LiveTask>
  /** The copy of a task is not there any more. */
  onLost: (task: LiveTask) => void
}

/** Looks whether the copies are still there, as long as there are any. */
export const createLook = ({ copies, clock, tasks, onLost }: Deps) => {
  let isDue = false
  const copied = () =>
    [...tasks.values()].filter(({ saved, source }) => hasCopy(source) && !isFinal(saved.status))

  const lookAt = async (task: LiveTask) => {
    const { source } = task
    // What is being read from a copy notices by itself.
    if ((source.kind === 'copy' && task.run) || (await isCopyWhole(copies, task)) || task.source !== source)
      return
    const isHeld = source.kind === 'held'
    setSource(task, isHeld ? { ...source, copy: { kind: 'not-kept' } } : { kind: 'lost' })
    onLost(task)
  }
  const now = async () => {
    await Promise.all(copied().map(lookAt))
  }

  return {
    now,
    /** Looks after a while, where that is not decided already; whether it did. */
    later: async (): Promise<boolean> => {
      if (isDue || copied().length === 0) return false
      isDue = true
      await clock.sleep(interval)
      isDue = false
      await now()
      return true
    },
  }
}
