import type { Clock } from '../../../lib/clock.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
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
  ports: { copies: Pick<FileCopies, 'open'>; clock: Pick<Clock, 'sleep'> }
  tasks: ReadonlyMap<string, LiveTask>
  records: Pick<Records, 'save'>
  publisher: Pick<Publisher, 'changed'>
  /** A task has lost its file with its copy. */
  askForFile: (task: LiveTask) => void
}

/** Looks every minute whether the copies are still there; the returned function looks now. */
export const watchCopies = ({ ports, tasks, records, publisher, askForFile }: Deps) => {
  const lookAt = async (task: LiveTask) => {
    const { source } = task
    const isHeld = source.kind === 'held'
    // What is being read from a copy notices by itself.
    if (!hasCopy(source) || (!isHeld && task.run)) return
    if ((await isCopyWhole(ports.copies, task)) || task.source !== source) return
    // Its row and its copy are being removed.
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
