import type { Destination, ChosenFile, FileRefusal } from '../../../uploads/commands.ts'
import { freeKey, keyFor, checkFile } from '../../../uploads/object-key.ts'
import { isDiscarded, type Records } from '../task/records.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createLiveTask, type LiveTask } from '../task/live-task.ts'
import { partSizeFor } from '../../../uploads/plan-parts.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskList } from '../task/task-list.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { sampleOf } from '../files/file-identity.ts'

/** A file that was read once. A dropped folder also has a name and a size, but cannot be read. */
export type ReadFile = { chosen: ChosenFile; sample: string }

/** Whether a chosen file can be taken, and the sample that distinguishes it from other files. */
export const readChosen = async (
  { digest, log }: Pick<EnginePorts, 'digest' | 'log'>,
  chosen: ChosenFile,
  { folder }: Destination,
): Promise<Result<ReadFile, FileRefusal>> => {
  const { file } = chosen
  if (!(file instanceof Blob)) {
    log.warn('Object must be an instance of Blob')
    return fail('unreadable')
  }
  const checked = checkFile(chosen, folder)
  if (!checked.ok) return checked
  const sample = await sampleOf(file, digest).catch(() => undefined)
  return sample === undefined ? fail('unreadable') : ok({ chosen, sample })
}

/** The customer that a file belongs to, and its destination. */
export type Owner = { customer: string; to: Destination }

/** The next places in the queue. A file gets its place when it is chosen, however long it takes to read. */
export const createPlaces = ({ all }: Pick<TaskList, 'all'>) => {
  let next = 0
  return (count: number): number => {
    for (const { saved } of all.values()) next = Math.max(next, saved.order + 1)
    const first = next
    next += count
    return first
  }
}

type Uploads = { tasks: Pick<TaskList, 'all'>; records: Pick<Records, 'has'> }
type Deps = Uploads & { ports: EnginePorts }

/**
 * The keys that a customer's tasks at a level have, or may still leave in the store; the task with `id` is
 * left out.
 */
export const keysOfTasks = (
  { tasks, records }: Uploads,
  { id, customer, level }: Pick<SavedTask, 'customer' | 'level'> & { id?: string },
): Set<string> => {
  const keys = new Set<string>()
  for (const task of tasks.all.values()) {
    const { saved } = task
    const isTheirs = saved.id !== id && saved.customer === customer && saved.level === level
    // Only the store knows about completed files: they may have been deleted since.
    const isOver = saved.status.state === 'COMPLETED' || isDiscarded(task, records)
    if (isTheirs && !isOver) keys.add(saved.key)
  }
  return keys
}

/**
 * Creates a task for a file that has none. No other task of its owner has its key, or may still leave it in
 * the store.
 */
export const newTask = (
  { ports, tasks, records }: Deps,
  { customer, to: { level, folder } }: Owner,
  { chosen: { file, handle, path }, sample, order }: ReadFile & { order: number },
): LiveTask => {
  const taken = keysOfTasks({ tasks, records }, { customer, level })
  const saved = {
    version: 3 as const,
    id: ports.newId(),
    customer,
    createdAt: ports.clock.now(),
    order,
    status: { state: 'INIT' as const },
    level,
    key: freeKey(keyFor({ name: file.name, path, folder }), (key) => taken.has(key)),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    type: file.type,
    sample,
    partSize: partSizeFor(file.size),
    bucket: ports.bucket,
    remote: { kind: 'nothing' as const },
    source: handle ? { kind: 'handle' as const, handle } : { kind: 'none' as const },
  }
  return createLiveTask(saved, ports.clock, file)
}
