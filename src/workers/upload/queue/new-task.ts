import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { ChosenFile, Destination, FileRefusal } from '../../../uploads/commands.ts'
import { freeKey, keyFor, validateFile } from '../../../uploads/object-key.ts'
import { partSizeFor } from '../../../uploads/plan-parts.ts'
import { sampleOf } from '../files/open-file.ts'
import { createLiveTask, type LiveTask } from '../task/live-task.ts'
import { isDiscarded, type TaskRecords } from '../task/records.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { TaskList } from '../task/task-list.ts'
import type { EnginePorts } from './ports.ts'

/** A chosen file that could be read once. A dropped folder also has a name and a size, but cannot be read. */
export type ReadFile = { chosen: ChosenFile; sample: string }

/** Reads the sample that distinguishes a chosen file from others. Fails if the file cannot be uploaded. */
export const readChosenFile = async (
  { digest, log }: Pick<EnginePorts, 'digest' | 'log'>,
  chosen: ChosenFile,
  { folder }: Destination,
): Promise<Result<ReadFile, FileRefusal>> => {
  const { file } = chosen
  if (!(file instanceof Blob)) {
    log.warn('Object must be an instance of Blob')
    return fail('unreadable')
  }
  const validation = validateFile(chosen, folder)
  if (!validation.ok) return validation
  const sample = await sampleOf(file, digest).catch(() => undefined)
  return sample === undefined ? fail('unreadable') : ok({ chosen, sample })
}

/** ms after which an unfinished read no longer counts against the limit. */
const slowReadTime = 1000

/** `ended` resolves when the read has ended or is too slow to wait for. */
type LimitedRead<T> = { result: Promise<T>; ended: Promise<void> }

/**
 * Runs at most `count` reads at a time, in the order of the calls. A slow read, such as a file that the
 * system first downloads from a cloud, continues beside the others without blocking them.
 */
export const createReadLimit = (count: number, { sleep }: Pick<Clock, 'sleep'>) => {
  /** Start the reads that wait, in their order. */
  const waiting: (() => void)[] = []
  let freeSlots = count

  const takeSlot = async (): Promise<void> => {
    if (freeSlots > 0) freeSlots--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const freeSlotAfter = async (started: Promise<void>, read: Promise<unknown>): Promise<void> => {
    await started
    const timer = new AbortController()
    const stopTimer = () => timer.abort()
    await Promise.race([read.then(stopTimer, stopTimer), sleep(slowReadTime, timer.signal)])
    const startNext = waiting.shift()
    if (startNext) startNext()
    else freeSlots++
  }

  return <T>(read: () => Promise<T>): LimitedRead<T> => {
    const started = takeSlot()
    const result = started.then(read)
    return { result, ended: freeSlotAfter(started, result) }
  }
}

/** The customer that a file belongs to, and its destination. */
export type UploadTarget = { customer: string; to: Destination }

/**
 * Returns a function that takes the next `count` order numbers of the queue and returns the first of them. A
 * file gets its number when it is chosen, however long it takes to read.
 */
export const createOrderNumbers = ({ all }: Pick<TaskList, 'all'>) => {
  let nextNumber = 0
  return (count: number): number => {
    for (const { saved } of all.values()) nextNumber = Math.max(nextNumber, saved.order + 1)
    const firstNumber = nextNumber
    nextNumber += count
    return firstNumber
  }
}

type Uploads = { tasks: Pick<TaskList, 'all'>; records: Pick<TaskRecords, 'has'> }
type Deps = Uploads & { ports: EnginePorts }

/**
 * The keys that a customer's tasks at a level have, or may still leave in the object store, without the task
 * `id`.
 */
export const keysOfTasks = (
  { tasks, records }: Uploads,
  { id, customer, level }: Pick<SavedTask, 'customer' | 'level'> & { id?: string },
): Set<string> => {
  const keys = new Set<string>()
  for (const task of tasks.all.values()) {
    const { saved } = task
    const isTheirs = saved.id !== id && saved.customer === customer && saved.level === level
    // A completed file may have been deleted since: only the object store knows whether its key is free.
    const isOver = saved.status.state === 'COMPLETED' || isDiscarded(task, records)
    if (isTheirs && !isOver) keys.add(saved.key)
  }
  return keys
}

/**
 * Creates a task for a file that has none. Its key differs from the keys that other tasks of its customer
 * have, or may still leave in the object store.
 */
export const newTask = (
  { ports, tasks, records }: Deps,
  { customer, to: { level, folder } }: UploadTarget,
  { chosen: { file, handle, path }, sample, order }: ReadFile & { order: number },
): LiveTask => {
  const usedKeys = keysOfTasks({ tasks, records }, { customer, level })
  const saved = {
    version: 3 as const,
    id: ports.newId(),
    customer,
    createdAt: ports.clock.now(),
    order,
    status: { state: 'INIT' as const },
    level,
    key: freeKey(keyFor({ name: file.name, path, folder }), (key) => usedKeys.has(key)),
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
