import type { Destination, ChosenFile, FileRefusal } from '../../../uploads/commands.ts'
import { freeKey, keyFor, checkFile } from '../../../uploads/object-key.ts'
import { isDiscarded, type Records } from '../task/records.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createLiveTask, type LiveTask } from '../task/live-task.ts'
import { partSizeFor } from '../../../uploads/plan-parts.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskList } from '../task/task-list.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sampleOf } from '../files/open-file.ts'

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

/** ms after which an unfinished read no longer counts against the limit. */
const slowAfter = 1000

/** `done` is the result of the read; `left` resolves when the read has ended or is too slow to wait for. */
type LimitedRead<T> = { done: Promise<T>; left: Promise<void> }

/**
 * Runs at most `count` reads at a time, in the order of the calls. A slow read, such as a file that the
 * system first downloads from a cloud, continues beside the others without blocking them.
 */
export const createReadLimit = (count: number, { sleep }: Pick<Clock, 'sleep'>) => {
  const waiting: (() => void)[] = []
  let free = count

  const enter = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leaveAfter = async (entered: Promise<void>, work: Promise<unknown>): Promise<void> => {
    await entered
    const ended = new AbortController()
    const end = () => ended.abort()
    await Promise.race([work.then(end, end), sleep(slowAfter, ended.signal)])
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return <T>(work: () => Promise<T>): LimitedRead<T> => {
    const entered = enter()
    const done = entered.then(work)
    return { done, left: leaveAfter(entered, done) }
  }
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
