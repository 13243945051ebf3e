import type { Clock } from '../../../lib/time/clock.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { TaskRecords } from '../task/records.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'

/** ms between two checks: no event reports that a browser evicted a file. */
const interval = 60_000

/**
 * Whether the copy of a task exists and is as long as its file: private windows and full disks truncate some
 * copies.
 */
export const isCopyComplete = async (
  { open }: Pick<FileCopies, 'open'>,
  { saved }: Pick<LiveTask, 'saved'>,
): Promise<boolean> => (await open(saved.id))?.size === saved.size

type Deps = {
  ports: { copies: Pick<FileCopies, 'open'>; clock: Pick<Clock, 'sleep'> }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<TaskRecords, 'save'>
  publisher: Pick<Publisher, 'publishTask'>
  /** Called when a task has lost its file together with its copy. */
  askForFile: (task: LiveTask) => void
}

/** Checks every minute whether the copies still exist. The returned function checks at once. */
export const watchCopies = ({ ports, tasks, records, publisher, askForFile }: Deps) => {
  const checkCopy = async (task: LiveTask) => {
    const { source } = task
    const isHeld = source.kind === 'held'
    // A run that reads from the copy notices the loss by itself.
    if (!hasCopy(source) || (!isHeld && task.run)) return
    if ((await isCopyComplete(ports.copies, task)) || task.source !== source) return
    // The copy of a finished task is being deleted by the queue.
    if (isFinal(task.saved.status)) return
    setSource(task, isHeld ? { ...source, copy: { kind: 'not-kept' } } : { kind: 'lost' })
    if (!isHeld) askForFile(task)
    publisher.publishTask(task)
    await records.save([task])
  }
  const checkCopies = () => Promise.all([...tasks.values()].map(checkCopy))
  const watch = async () => {
    for (;;) {
      await ports.clock.sleep(interval)
      await checkCopies()
    }
  }
  void watch()
  return checkCopies
}
