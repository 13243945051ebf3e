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
import { hashSamples, identifyFile, isSameFile, type IdentifiedFile } from '../files/open-file.ts'
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
  /** Ends the delays before the next requests, because the coach wants to upload now. */
  skipRetryDelays: () => void
}

/** The maximum number of files that are read at the same time. A coach may choose thousands together. */
const maxConcurrentReads = 50
/**
 * After this time, an unfinished read no longer counts against the limit, so that it does not delay the files
 * after it.
 */
const slowReadMs = 1000

/** The customer of an upload, and its access level and folder. */
type UploadTarget = { customerId: string; destination: Destination }

/** Replaces the source of a task by the file that was chosen again for it. */
const attachFile = (task: LiveTask, { file, handle }: ChosenFile) => {
  const { saved, source } = task
  const readableHandle = handle ?? (source.kind === 'handle' ? source.handle : undefined)
  // The new source has no copy, because the copy of the file that was chosen before may contain other bytes.
  setSource(task, readableHandle ? { kind: 'handle', handle: readableHandle, file } : { kind: 'held', file })
  // Either the file was edited, or a phone gave the unchanged file a new modification time. Therefore, the
  // parts that the object store has are compared with the file before they are used.
  if (file.lastModified !== saved.lastModified) recordFact(task, { kind: 'file-replaced' })
  saved.lastModified = file.lastModified
}

/**
 * Finds the unfinished task that a chosen file already has: a task for the same file that needs it or has the
 * same destination folder. If the same file is chosen for another folder, it gets a second task.
 */
const findExistingTask = (
  { tasks }: Deps,
  { customerId, destination }: UploadTarget,
  { chosen, sampleHash }: IdentifiedFile,
) => {
  const { file, path } = chosen
  const folder = getFolder(getKey({ name: file.name, path, folder: destination.folder }))
  return [...tasks.all.values()].find(
    (task) =>
      task.saved.customer === customerId &&
      task.saved.level === destination.level &&
      !isFinal(task.saved.status) &&
      isSameFile(task.saved, file, sampleHash) &&
      (needsFile(task) || getFolder(task.saved.key) === folder),
  )
}

/**
 * Whether a restart lost the file of a task, so that the task gets the file when it is chosen again. A task
 * that the coach paused asks for its file (`needsFile`) only when it resumes, but can get it earlier.
 */
const hasLostFile = ({ source, run }: LiveTask): boolean => !run && !findFile(source) && !hasCopy(source)

/** Gives a task its file, resumes the task if it waited for the file, and saves it. */
const resumeWithFile = async (deps: Deps, task: LiveTask, chosen: ChosenFile) => {
  attachFile(task, chosen)
  if (needsFile(task)) deps.tasks.apply(task, 'resume')
  await deps.records.save([task])
  deps.publisher.publishTask(task)
  deps.schedule()
}

/**
 * Creates a task for a file, under a key that no other task of the customer uses. Whether an object in the
 * object store has the key is checked before the first byte is sent (`claimKey`).
 */
const createTask = (
  { ports, tasks, records }: Deps,
  { customerId, destination: { level, folder } }: UploadTarget,
  { chosen: { file, handle, path }, sampleHash, order }: IdentifiedFile & { order: number },
): LiveTask => {
  const usedKeys = getUsedKeys({ tasks, records }, { customer: customerId, level })
  const saved = {
    version: 3 as const,
    id: ports.newId(),
    customer: customerId,
    createdAt: ports.clock.now(),
    order,
    status: { state: 'INIT' as const },
    level,
    key: findFreeKey(getKey({ name: file.name, path, folder }), (key) => usedKeys.has(key)),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    type: file.type,
    sample: sampleHash,
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
  // `hashSamples` rejects if the file cannot be read.
  const sampleHash = await hashSamples(chosen.file, deps.ports.digest).catch(() => undefined)
  if (sampleHash === undefined) return fail('unreadable')
  if (!isSameFile(task.saved, chosen.file, sampleHash)) return fail('other-file')
  await resumeWithFile(deps, task, chosen)
  return ok(undefined)
}

/** The outcome for a chosen file, known before its task is saved. `whenSaved` resolves when it is saved. */
type UnsavedOutcome = { outcome: AddOutcome; whenSaved: Promise<void> }

/** Resolves to the outcome for a file when its task is saved. */
const waitUntilSaved = async (unsavedOutcome: Promise<UnsavedOutcome>): Promise<AddOutcome> => {
  const { outcome, whenSaved } = await unsavedOutcome
  await whenSaved
  return outcome
}

/**
 * Adds a task for a file, or finds the task that the file already has. An existing task resumes if it needs
 * the file. `order` is the position of the file in the queue.
 */
const addOrResume = (
  deps: Deps,
  target: UploadTarget,
  file: IdentifiedFile & { order: number },
): UnsavedOutcome => {
  const existingTask = findExistingTask(deps, target, file)
  if (existingTask) {
    const isFileMissing = needsFile(existingTask) || hasLostFile(existingTask)
    const whenSaved = isFileMissing ? resumeWithFile(deps, existingTask, file.chosen) : Promise.resolve()
    return { outcome: ok({ id: existingTask.saved.id, known: true }), whenSaved }
  }
  const newTask = createTask(deps, target, file)
  deps.tasks.all.set(newTask.saved.id, newTask)
  // Not awaited, so that the upload can start immediately. `claimKey` saves the task before its first byte is
  // sent.
  const whenSaved = deps.records.save([newTask])
  deps.publisher.publishTask(newTask)
  deps.schedule()
  return { outcome: ok({ id: newTask.saved.id, known: false }), whenSaved }
}

/**
 * Creates a function that reserves `count` order numbers at the end of the queue and returns the first of
 * them. Files get their numbers when they are chosen, so a slow read does not change their order.
 */
const createReserveOrderNumbers = ({ all }: Pick<TaskList, 'all'>) => {
  // Kept between calls, because files that are still being read have a number but no task.
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
  refuseUnread: (customerId: string, refusal: FileRefusal) => void
}

/**
 * Creates the commands that receive chosen files: `add` creates a task for each file, or finds the task that
 * the file already has; `give` gives a certain task the file that it needs.
 *
 * Several files are read at the same time, to identify them. They become tasks one after the other, in the
 * order of the choice, so that two equal files do not both get a task. A file that is slow to read does not
 * hold up the files after it. If the customer cancels everything or signs out during the reads, the files
 * that are not tasks yet are refused.
 */
export const createAddFiles = (deps: Deps): AddFiles => {
  const readLimit = createReadLimit({
    count: maxConcurrentReads,
    slowAfterMs: slowReadMs,
    sleep: deps.ports.clock.sleep,
  })
  const reserveOrderNumbers = createReserveOrderNumbers(deps.tasks)
  /**
   * The read group of each customer: an object that all files chosen since the last refusal share. Setting
   * its `refusal` refuses those that are not tasks yet.
   */
  const readGroups = new Map<string, { refusal?: FileRefusal }>()
  /** Resolves when the previous file has its outcome, or its read is too slow to wait for. */
  let previousSettled: Promise<unknown> = Promise.resolve()

  const getReadGroup = (customerId: string) => {
    const readGroup = readGroups.get(customerId) ?? {}
    readGroups.set(customerId, readGroup)
    return readGroup
  }

  /** Reads a file, and adds it after the files that were chosen before. */
  const readAndAdd = (target: UploadTarget, chosen: ChosenFile, order: number): Promise<UnsavedOutcome> => {
    const readGroup = getReadGroup(target.customerId)
    // If the files are refused before this read starts, it is skipped. `ended` resolves when the read has
    // ended or is slow.
    const { result, ended } = readLimit(async () =>
      readGroup.refusal ? fail(readGroup.refusal) : identifyFile(deps.ports, chosen, target.destination),
    )
    const addWhenRead = async (): Promise<UnsavedOutcome> => {
      const readResult = await result
      // Checked again, because the files may have been refused during the read.
      const identified = readGroup.refusal ? fail(readGroup.refusal) : readResult
      if (identified.ok) return addOrResume(deps, target, { ...identified.value, order })
      return {
        outcome: fail({ name: chosen.file.name, refusal: identified.error }),
        whenSaved: Promise.resolve(),
      }
    }
    const unsavedOutcome = previousSettled.then(addWhenRead)
    // The next file follows when this file has its outcome, or its read is too slow to wait for. A failure
    // does not stop the next file. The caller receives the failure from `unsavedOutcome`.
    const addedOrFailed = unsavedOutcome.catch(() => undefined)
    const endedAfterPrevious = previousSettled.then(() => ended)
    previousSettled = Promise.race([addedOrFailed, endedAfterPrevious])
    return unsavedOutcome
  }

  return {
    add: (customerId, destination, files) => {
      deps.skipRetryDelays()
      const firstNumber = reserveOrderNumbers(files.length)
      const unsavedOutcomes = files.map((chosen, index) =>
        readAndAdd({ customerId, destination }, chosen, firstNumber + index),
      )
      return Promise.all(unsavedOutcomes.map(waitUntilSaved))
    },
    give: (id, chosen) => {
      deps.skipRetryDelays()
      return giveFile(deps, id, chosen)
    },
    refuseUnread: (customerId, refusal) => {
      getReadGroup(customerId).refusal = refusal
      // Files that are chosen later start a new group.
      readGroups.delete(customerId)
    },
  }
}
