import { cleanUp } from './clean-up.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Log } from '../../../platform/log.ts'
import type { Records } from '../task/records.ts'
import type { TaskList } from '../task/task-list.ts'
import type { Work } from '../parts/work.ts'

/** Takes cancelled tasks back from the store, now or when it can be told. */
export type TakeBack = {
  one: (task: LiveTask) => Promise<void>
  /** What could not be taken back before. */
  rest: () => void
}

export const createTakeBack = (
  work: Work,
  records: Records,
  tasks: Pick<TaskList, 'all' | 'mine'>,
  log: Log,
): TakeBack => {
  const underWay = new Map<LiveTask, Promise<void>>()

  const takeBack = async (task: LiveTask) => {
    // Saved first: if the store cannot be told now, the next start tells it.
    if (task.saved.identityId !== undefined) await work.save(task)
    delete task.file
    const cleaned = await cleanUp(work, task, new AbortController().signal)
    if (!cleaned.ok) return log.warn('A cancelled upload is not yet taken back', { kind: cleaned.error.kind })
    if (task.saved.dismissed) tasks.all.delete(task.saved.id)
    await records.remove([task])
  }

  const one = (task: LiveTask): Promise<void> => {
    const done = underWay.get(task) ?? takeBack(task).finally(() => underWay.delete(task))
    underWay.set(task, done)
    return done
  }

  return {
    one,
    rest: () => {
      for (const task of tasks.mine())
        if (task.saved.status.state === 'CANCELLED' && !task.run && records.has(task)) void one(task)
    },
  }
}
