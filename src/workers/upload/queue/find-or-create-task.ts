import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AddOutcome, ChosenFile, Destination, GiveRefusal } from '../../../uploads/commands.ts'
import { findFreeKey, getFolder, getKey } from '../../../uploads/object-key.ts'
import { choosePartSize } from '../../../uploads/plan-parts.ts'
import { isFinal } from '../../../uploads/task.ts'
import { hashSamples, isSameFile, type IdentifiedFile } from '../files/open-file.ts'
import { createLiveTask, needsFile, recordFact, type LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import { getUsedKeys, type TaskRecords } from '../task/records.ts'
import { findFile, hasCopy, setSource } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import type { EnginePorts } from './ports.ts'

export type TaskDeps = {
  ports: EnginePorts
  tasks: TaskList
  records: TaskRecords
  publisher: Publisher
  schedule: () => void
}

/** The customer of an upload, and its access level and folder. */
export type UploadTarget = { customerId: string; destination: Destination }

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
  { tasks }: TaskDeps,
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
const resumeWithFile = async (deps: TaskDeps, task: LiveTask, chosen: ChosenFile) => {
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
  { ports, tasks, records }: TaskDeps,
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
export const giveFile = async (
  deps: TaskDeps,
  id: string,
  chosen: ChosenFile,
): Promise<Result<void, GiveRefusal>> => {
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
export type UnsavedOutcome = { outcome: AddOutcome; whenSaved: Promise<void> }

/**
 * Adds a task for a file, or finds the task that the file already has. An existing task resumes if it needs
 * the file. `order` is the position of the file in the queue.
 */
export const findOrCreateTask = (
  deps: TaskDeps,
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
