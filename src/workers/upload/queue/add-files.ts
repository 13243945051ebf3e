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
import { getFolder, findFreeKey, getKey } from '../../../uploads/object-key.ts'
import { choosePartSize } from '../../../uploads/plan-parts.ts'
import { isFinal } from '../../../uploads/task.ts'
import { isSameFile, readChosenFile, hashSample, type ReadFile } from '../files/open-file.ts'
import { createLiveTask, needsFile, recordFact, type LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import { getUsedKeys, type TaskRecords } from '../task/records.ts'
import { findFile, hasCopy, setSource } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import type { EnginePorts } from './ports.ts'

type Deps = {
  ports: EnginePorts
  tasks: TaskList
  records: TaskRecords
  publisher: Publisher
  schedule: () => void
  /** Ends all waits before new requests, because the coach wants to upload now. */
  endWaits: () => void
}

/** The maximum number of files that are read at the same time: a coach may choose thousands. */
const maxConcurrentReads = 50
/**
 * After this time, an unfinished read no longer counts against the limit, so that it does not delay the files
 * after it.
 */
const slowReadMs = 1000

/** The customer to whom a file belongs, and its destination. */
type UploadTarget = { customer: string; to: Destination }

/** Gives a task a file that was chosen again. */
const attachFile = (task: LiveTask, { file, handle }: ChosenFile) => {
  const { saved, source } = task
  const readableHandle = handle ?? (source.kind === 'handle' ? source.handle : undefined)
  // The new source has no copy: a copy of the file that was chosen before may contain other bytes.
  setSource(task, readableHandle ? { kind: 'handle', handle: readableHandle, file } : { kind: 'held', file })
  // Either the file was edited, or a phone gave the same file a new modification time. So the stored parts
  // are compared with the file before they are used.
  if (file.lastModified !== saved.lastModified) recordFact(task, { kind: 'file-replaced' })
  saved.lastModified = file.lastModified
}

/**
 * Finds the unfinished task of a chosen file: a task that needs this file, or a task with the same
 * destination folder.
 */
const findTask = ({ tasks }: Deps, { customer, to }: UploadTarget, { chosen, sample }: ReadFile) => {
  const { file, path } = chosen
  const folder = getFolder(getKey({ name: file.name, path, folder: to.folder }))
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
 * Whether a restart lost the file of a task. A task that the coach paused asks for its file only when it
 * resumes (`needsFile`), but it can take the file now.
 */
const hasLostFile = ({ source, run }: LiveTask): boolean => !run && !findFile(source) && !hasCopy(source)

const resumeWithFile = async (deps: Deps, task: LiveTask, chosen: ChosenFile) => {
  attachFile(task, chosen)
  if (needsFile(task)) deps.tasks.apply(task, 'resume')
  await deps.records.save([task])
  deps.publisher.publishTask(task)
  deps.schedule()
}

/** Creates a task for a file that has none, under a key that no other task of the customer uses. */
const createTask = (
  { ports, tasks, records }: Deps,
  { customer, to: { level, folder } }: UploadTarget,
  { chosen: { file, handle, path }, sample, order }: ReadFile & { order: number },
): LiveTask => {
  const usedKeys = getUsedKeys({ tasks, records }, { customer, level })
  const saved = {
    version: 3 as const,
    id: ports.newId(),
    customer,
    createdAt: ports.clock.now(),
    order,
    status: { state: 'INIT' as const },
    level,
    key: findFreeKey(getKey({ name: file.name, path, folder }), (key) => usedKeys.has(key)),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    type: file.type,
    sample,
    partSize: choosePartSize(file.size),
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
  // `hashSample` rejects if the file cannot be read.
  const sample = await hashSample(chosen.file, deps.ports.digest).catch(() => undefined)
  if (sample === undefined) return fail('unreadable')
  if (!isSameFile(task.saved, chosen.file, sample)) return fail('other-file')
  await resumeWithFile(deps, task, chosen)
  return ok(undefined)
}

/** The outcome for a chosen file. `saved` resolves when its task is saved. */
type TakenFile = { outcome: AddOutcome; saved: Promise<void> }

/** Resolves to the outcome for a file when its task is saved. */
const waitUntilSaved = async (takenFile: Promise<TakenFile>): Promise<AddOutcome> => {
  const { outcome, saved } = await takenFile
  await saved
  return outcome
}

/**
 * Creates a task for a file, or finds the task that the file already has. An existing task resumes if it
 * needs the file.
 */
const takeFile = (deps: Deps, target: UploadTarget, read: ReadFile & { order: number }): TakenFile => {
  const existing = findTask(deps, target, read)
  if (existing) {
    const canTakeFile = needsFile(existing) || hasLostFile(existing)
    const saved = canTakeFile ? resumeWithFile(deps, existing, read.chosen) : Promise.resolve()
    return { outcome: ok({ id: existing.saved.id, known: true }), saved }
  }
  const added = createTask(deps, target, read)
  deps.tasks.all.set(added.saved.id, added)
  // Not awaited here: the key of the file can be looked up at the same time, and `claimKey` saves the task
  // before its first byte is sent.
  const saved = deps.records.save([added])
  deps.publisher.publishTask(added)
  deps.schedule()
  return { outcome: ok({ id: added.saved.id, known: false }), saved }
}

/**
 * Creates a function that reserves the next `count` order numbers of the queue and returns the first of them.
 * Files get their numbers when they are chosen, so a slow read does not change their order.
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
  /** Refuses the files of a customer that are still being read, with this reason. */
  refuseUnread: (customer: string, refusal: FileRefusal) => void
}

/**
 * Creates the commands that bring files to the uploads. Files become tasks in the order in which they were
 * chosen, but a file that is slow to read does not hold up the files after it.
 */
export const createAddFiles = (deps: Deps): AddFiles => {
  const readLimit = createReadLimit({
    count: maxConcurrentReads,
    slowAfter: slowReadMs,
    sleep: deps.ports.clock.sleep,
  })
  const takeOrderNumbers = createOrderNumbers(deps.tasks)
  /**
   * By customer: shared by all files that were chosen since the last refusal. `refusal` is set to refuse
   * those that are still being read.
   */
  const readGroups = new Map<string, { refusal?: FileRefusal }>()
  /** Resolves when the next file may be taken: the previous file is taken, or is too slow to wait for. */
  let readyForNext: Promise<unknown> = Promise.resolve()

  const getReadGroup = (customer: string) => {
    const readGroup = readGroups.get(customer) ?? {}
    readGroups.set(customer, readGroup)
    return readGroup
  }

  const takeInTurn = (target: UploadTarget, chosen: ChosenFile, order: number): Promise<TakenFile> => {
    const readGroup = getReadGroup(target.customer)
    // If the files are refused before this read starts, it is skipped.
    const { result, ended } = readLimit(async () =>
      readGroup.refusal ? fail(readGroup.refusal) : readChosenFile(deps.ports, chosen, target.to),
    )
    const takenFile = readyForNext.then(async (): Promise<TakenFile> => {
      const readResult = await result
      const read = readGroup.refusal ? fail(readGroup.refusal) : readResult
      if (read.ok) return takeFile(deps, target, { ...read.value, order })
      return { outcome: fail({ name: chosen.file.name, refusal: read.error }), saved: Promise.resolve() }
    })
    // The next file follows when this file is taken, or when its read has ended or is slow. A failure is
    // ignored here: the caller receives it from `takenFile`, and the next file must still be taken.
    readyForNext = Promise.race([takenFile.catch(() => undefined), readyForNext.then(() => ended)])
    return takenFile
  }

  return {
    add: (customer, to, files) => {
      deps.endWaits()
      const firstNumber = takeOrderNumbers(files.length)
      const takenFiles = files.map((chosen, index) =>
        takeInTurn({ customer, to }, chosen, firstNumber + index),
      )
      return Promise.all(takenFiles.map(waitUntilSaved))
    },
    give: (id, chosen) => {
      deps.endWaits()
      return giveFile(deps, id, chosen)
    },
    refuseUnread: (customer, refusal) => {
      getReadGroup(customer).refusal = refusal
      // Files that are chosen later start a new group.
      readGroups.delete(customer)
    },
  }
}
