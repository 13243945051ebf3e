import type { Clock } from '../../../lib/time/clock.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { TaskRecords } from '../task/records.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'

/** The time between two checks. No event reports that a browser has evicted a file. */
const checkIntervalMs = 60_000

/**
 * Whether the copy of a task exists and is as long as its file. Browsers truncate some copies in private
 * windows and on full devices.
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

/** Checks every minute whether the copies still exist. Returns a function that checks immediately. */
export const watchCopies = ({ ports, tasks, records, publisher, askForFile }: Deps) => {
  const checkCopy = async (task: LiveTask) => {
    const { source } = task
    const isHeld = source.kind === 'held'
    // If the task is being uploaded from its copy (`task.run`), the upload itself notices the loss.
    if (!hasCopy(source) || (!isHeld && task.run)) return
    // The source may have changed during this check.
    if ((await isCopyComplete(ports.copies, task)) || task.source !== source) return
    // The queue deletes the copies of finished tasks.
    if (isFinal(task.saved.status)) return
    setSource(task, isHeld ? { ...source, copy: { kind: 'not-kept' } } : { kind: 'lost' })
    if (!isHeld) askForFile(task)
    publisher.publishTask(task)
    await records.save([task])
  }
  const checkCopies = () => Promise.all([...tasks.values()].map(checkCopy))
  const watch = async () => {
    for (;;) {
      await ports.clock.sleep(checkIntervalMs)
      await checkCopies()
    }
  }
  void watch()
  return checkCopies
}
