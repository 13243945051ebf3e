import type { Clock } from '../../../lib/time/clock.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'

/** ms between two checks: no event reports that a browser evicted a file. */
const interval = 60_000

/**
 * Whether the copy of a task exists and is as long as its file: private windows and full disks truncate some
 * copies.
 */
export const isCopyWhole = async (
  { open }: Pick<FileCopies, 'open'>,
  { saved }: Pick<LiveTask, 'saved'>,
): Promise<boolean> => (await open(saved.id))?.size === saved.size

type Deps = {
  ports: { copies: Pick<FileCopies, 'open'>; clock: Pick<Clock, 'sleep'> }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<Records, 'save'>
  publisher: Pick<Publisher, 'changed'>
  /** Called when a task has lost its file together with its copy. */
  askForFile: (task: LiveTask) => void
}

/** Checks every minute whether the copies still exist; the returned function checks now. */
export const watchCopies = ({ ports, tasks, records, publisher, askForFile }: Deps) => {
  const lookAt = async (task: LiveTask) => {
    const { source } = task
    const isHeld = source.kind === 'held'
    // A run that reads from the copy notices the loss by itself.
    if (!hasCopy(source) || (!isHeld && task.run)) return
    if ((await isCopyWhole(ports.copies, task)) || task.source !== source) return
    // The row and the copy of a finished task are being removed.
    if (isFinal(task.saved.status)) return
    setSource(task, isHeld ? { ...source, copy: { kind: 'not-kept' } } : { kind: 'lost' })
    if (!isHeld) askForFile(task)
    publisher.changed(task)
    await records.save([task])
  }
  const look = () => Promise.all([...tasks.values()].map(lookAt))
  const watch = async () => {
    for (;;) {
      await ports.clock.sleep(interval)
      await look()
    }
  }
  void watch()
  return look
}
