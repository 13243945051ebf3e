import { createReadLimit } from '../../../lib/async/limit-reads.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type {
  AddOutcome,
  ChosenFile,
  Destination,
  FileRefusal,
  GiveRefusal,
  UploadCommands,
} from '../../../uploads/commands.ts'
import { getFolder, freeKey, keyFor } from '../../../uploads/object-key.ts'
import { partSizeFor } from '../../../uploads/plan-parts.ts'
import { isFinal } from '../../../uploads/task.ts'
import { isSameFile, readChosenFile, hashSample, type ReadFile } from '../files/open-file.ts'
import { createLiveTask, needsFile, recordFact, type LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import { keysOfTasks, type TaskRecords } from '../task/records.ts'
import { findFile, hasCopy, setSource } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import type { EnginePorts } from './ports.ts'

type Deps = {
  ports: EnginePorts
  tasks: TaskList
  records: TaskRecords
  publisher: Publisher
  schedule: () => void
  /** Ends the waits that the object store asked for. */
  endWaits: () => void
}

/**
 * The number of files that are read at the same time, so that thousands of files are not all open at once.
 */
const filesAtOnce = 50
/** ms after which an unfinished read no longer counts against the limit. */
const slowReadTime = 1000

/** The customer that a file belongs to, and its destination. */
type UploadTarget = { customer: string; to: Destination }

/** Gives a task a file that was chosen again. */
const attachFile = (task: LiveTask, { file, handle }: ChosenFile) => {
  const { saved, source } = task
  const readableHandle = handle ?? (source.kind === 'handle' ? source.handle : undefined)
  // A copy of the earlier choice may have other bytes, so it no longer counts.
  setSource(task, readableHandle ? { kind: 'handle', handle: readableHandle, file } : { kind: 'held', file })
  // The file may have been edited since, or a phone gave it a new time. The stored parts are compared with
  // the file before they count.
  if (file.lastModified !== saved.lastModified) recordFact(task, { kind: 'file-replaced' })
  saved.lastModified = file.lastModified
}

/**
 * The unfinished task of a file: the task that goes to the same folder, or any task that waits for the file.
 */
const findTask = ({ tasks }: Deps, { customer, to }: UploadTarget, { chosen, sample }: ReadFile) => {
  const { file, path } = chosen
  const folder = getFolder(keyFor({ name: file.name, path, folder: to.folder }))
  return [...tasks.all.values()].find(
    (task) =>
      task.saved.customer === customer &&
      task.saved.level === to.level &&
      !isFinal(task.saved.status) &&
      isSameFile(task.saved, file, sample) &&
      (needsFile(task) || getFolder(task.saved.key) === folder),
  )
}

/**
 * Whether a restart lost the file of a task. A task that the person paused does not ask for its file yet, but
 * can take it now.
 */
const lacksFile = ({ source, run }: LiveTask): boolean => !run && !findFile(source) && !hasCopy(source)

const resumeWith = async (deps: Deps, task: LiveTask, chosen: ChosenFile) => {
  attachFile(task, chosen)
  if (needsFile(task)) deps.tasks.apply(task, 'resume')
  await deps.records.save([task])
  deps.publisher.publishTask(task)
  deps.schedule()
}

/**
 * Creates a task for a file that has none. Its key differs from the keys that other tasks of its customer
 * have, or may still leave in the object store.
 */
const newTask = (
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

/** Gives a task the file that was chosen again and resumes the task, if it is the same file. */
const giveFile = async (deps: Deps, id: string, chosen: ChosenFile): Promise<Result<void, GiveRefusal>> => {
  const task = deps.tasks.all.get(id)
  if (!task || isFinal(task.saved.status)) return fail('task-gone')
  const sample = await hashSample(chosen.file, deps.ports.digest).catch(() => undefined)
  if (sample === undefined) return fail('unreadable')
  if (!isSameFile(task.saved, chosen.file, sample)) return fail('other-file')
  await resumeWith(deps, task, chosen)
  return ok(undefined)
}

/** The outcome of a chosen file. `saved` resolves when its task is on the disk. */
type TakenFile = { outcome: AddOutcome; saved: Promise<void> }

const whenSaved = async (taking: Promise<TakenFile>): Promise<AddOutcome> => {
  const { outcome, saved } = await taking
  await saved
  return outcome
}

/**
 * Creates a task for a file. A file that already has a task keeps it; the task resumes if it waited for the
 * file.
 */
const takeFile = (deps: Deps, target: UploadTarget, read: ReadFile & { order: number }): TakenFile => {
  const existing = findTask(deps, target, read)
  if (existing) {
    const canTakeFile = needsFile(existing) || lacksFile(existing)
    const saved = canTakeFile ? resumeWith(deps, existing, read.chosen) : Promise.resolve()
    return { outcome: ok({ id: existing.saved.id, known: true }), saved }
  }
  const added = newTask(deps, target, read)
  deps.tasks.all.set(added.saved.id, added)
  // The key of the file is looked up meanwhile; no byte is sent before the task is on the disk.
  const saved = deps.records.save([added])
  deps.publisher.publishTask(added)
  deps.schedule()
  return { outcome: ok({ id: added.saved.id, known: false }), saved }
}

/**
 * Returns a function that takes the next `count` order numbers of the queue and returns the first of them. A
 * file gets its number when it is chosen, however long it takes to read.
 */
const createOrderNumbers = ({ all }: Pick<TaskList, 'all'>) => {
  let nextNumber = 0
  return (count: number): number => {
    for (const { saved } of all.values()) nextNumber = Math.max(nextNumber, saved.order + 1)
    const firstNumber = nextNumber
    nextNumber += count
    return firstNumber
  }
}

export type AddFiles = Pick<UploadCommands, 'add' | 'give'> & {
  /** Refuses, with this reason, the files of a customer that are still being read. */
  refuseUnread: (customer: string, refusal: FileRefusal) => void
}

/** Takes chosen files in their order, except files that are slow to read. */
export const createAddFiles = (deps: Deps): AddFiles => {
  const readLimit = createReadLimit({
    count: filesAtOnce,
    slowAfter: slowReadTime,
    sleep: deps.ports.clock.sleep,
  })
  const takeOrderNumbers = createOrderNumbers(deps.tasks)
  /** By customer: the reason, if there is one, to refuse the files that are being read now. */
  const readings = new Map<string, { refusal?: FileRefusal }>()
  /** Resolves when the previous file is taken, or is too slow to wait for. */
  let previousTurn: Promise<unknown> = Promise.resolve()

  const getReading = (customer: string) => {
    const reading = readings.get(customer) ?? {}
    readings.set(customer, reading)
    return reading
  }

  const takeInTurn = (target: UploadTarget, chosen: ChosenFile, order: number): Promise<TakenFile> => {
    const reading = getReading(target.customer)
    // Files whose turn comes after the refusal are not read.
    const { result, ended } = readLimit(async () =>
      reading.refusal ? fail(reading.refusal) : readChosenFile(deps.ports, chosen, target.to),
    )
    const taking = previousTurn.then(async (): Promise<TakenFile> => {
      const readResult = await result
      const read = reading.refusal ? fail(reading.refusal) : readResult
      if (read.ok) return takeFile(deps, target, { ...read.value, order })
      return { outcome: fail({ name: chosen.file.name, refusal: read.error }), saved: Promise.resolve() }
    })
    // A failure concerns only its own file.
    previousTurn = Promise.race([taking.catch(() => undefined), previousTurn.then(() => ended)])
    return taking
  }

  return {
    add: (customer, to, files) => {
      deps.endWaits()
      const firstNumber = takeOrderNumbers(files.length)
      const takings = files.map((chosen, index) => takeInTurn({ customer, to }, chosen, firstNumber + index))
      return Promise.all(takings.map(whenSaved))
    },
    give: (id, chosen) => {
      deps.endWaits()
      return giveFile(deps, id, chosen)
    },
    refuseUnread: (customer, refusal) => {
      getReading(customer).refusal = refusal
      readings.delete(customer)
    },
  }
}
