import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AddOutcome, ChosenFile, FileRefusal, OtherFile } from '../contract.ts'
import { checkFile, freeKey, keyFor } from '../object-key.ts'
import { isFinal, type AccessLevel } from '../task.ts'
import { isSameFile, sampleOf } from './file-identity.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import { partSizeFor } from './plan-parts.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from './publisher.ts'
import type { Records } from './records.ts'
import type { TaskList } from './task-list.ts'

export type Choosing = {
  ports: EnginePorts
  tasks: TaskList
  records: Records
  publisher: Publisher
  schedule: () => void
}

const needsFile = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

const attach = (task: LiveTask, { file, handle }: ChosenFile) => {
  task.file = file
  const { saved } = task
  // A copy of what was chosen before may have other bytes.
  delete saved.kept
  delete task.fromCopy
  delete task.unkept
  // Perhaps edited since, and perhaps only chosen on a phone: the stored parts are compared before they count.
  if (file.lastModified !== saved.lastModified) saved.doubtful = true
  saved.lastModified = file.lastModified
  if (handle) saved.handle = handle
}

const unfinished = ({ tasks }: Choosing, { customer, level }: Owner): LiveTask[] =>
  [...tasks.all.values()].filter(
    ({ saved }) => saved.customer === customer && saved.level === level && !isFinal(saved.status),
  )

/** A file that was read once: a folder that was dropped has a name and a size, but nothing to read. */
type ReadFile = { chosen: ChosenFile; sample: string }
type Owner = { customer: string; level: AccessLevel }

const newTask = ({ ports, tasks }: Choosing, { customer, level }: Owner, { chosen, sample }: ReadFile) => {
  const { file, handle, path } = chosen
  const taken = new Set<string>()
  let order = 0
  for (const { saved } of tasks.all.values()) {
    order = Math.max(order, saved.order + 1)
    if (saved.customer === customer && saved.level === level) taken.add(saved.key)
  }
  const saved = {
    id: ports.newId(),
    customer,
    createdAt: ports.clock.now(),
    order,
    status: { state: 'INIT' as const },
    level,
    key: freeKey(keyFor({ name: file.name, path }), (key) => taken.has(key)),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    type: file.type,
    sample,
    partSize: partSizeFor(file.size),
    bucket: ports.bucket,
    ...(handle && { handle }),
  }
  return createLiveTask(saved, ports.clock, file)
}

const addFile = async (
  choosing: Choosing,
  owner: Owner,
  read: ReadFile,
): Promise<{ id: string; added?: LiveTask }> => {
  const { file } = read.chosen
  const known = unfinished(choosing, owner).find(({ saved }) => isSameFile(saved, file, read.sample))
  if (known) {
    if (needsFile(known)) await goOnWith(choosing, known, read.chosen)
    return { id: known.saved.id }
  }
  const added = newTask(choosing, owner, read)
  choosing.tasks.all.set(added.saved.id, added)
  return { id: added.saved.id, added }
}

const read = async ({ ports }: Choosing, chosen: ChosenFile): Promise<Result<ReadFile, FileRefusal>> => {
  if (!(chosen.file instanceof Blob)) {
    ports.log.warn('Object must be an instance of Blob')
    return fail('unreadable')
  }
  const checked = checkFile(chosen)
  if (!checked.ok) return checked
  const sample = await sampleOf(chosen.file, ports.digest).catch(() => undefined)
  return sample === undefined ? fail('unreadable') : ok({ chosen, sample })
}

const addSome = async (choosing: Choosing, owner: Owner, files: ChosenFile[]): Promise<AddOutcome[]> => {
  const outcomes: AddOutcome[] = []
  const tasks: LiveTask[] = []
  for (const [index, result] of (await Promise.all(files.map((file) => read(choosing, file)))).entries()) {
    if (!result.ok) {
      outcomes.push(fail({ name: files[index]?.file.name ?? '', refusal: result.error }))
      continue
    }
    const { id, added } = await addFile(choosing, owner, result.value)
    outcomes.push(ok({ id, known: added === undefined }))
    if (added) tasks.push(added)
  }
  // The store is asked for a place meanwhile; nothing leaves before it is on the disk.
  const saved = choosing.records.save(tasks)
  tasks.forEach(choosing.publisher.changed)
  choosing.schedule()
  await saved
  return outcomes
}

/** Files that are looked at together: the first of thousands are on their way before the last is read. */
const batch = 50

/** Makes a task of each file. A file that has one already stays with it, and if the task waited for it, goes on. */
export const addFiles = async (
  choosing: Choosing,
  customer: string,
  level: AccessLevel,
  files: ChosenFile[],
): Promise<AddOutcome[]> => {
  const outcomes: AddOutcome[] = []
  for (let start = 0; start < files.length; start += batch)
    outcomes.push(...(await addSome(choosing, { customer, level }, files.slice(start, start + batch))))
  return outcomes
}

const goOnWith = async (choosing: Choosing, task: LiveTask, chosen: ChosenFile) => {
  attach(task, chosen)
  if (needsFile(task)) choosing.tasks.apply(task, 'resume')
  await choosing.records.save([task])
  choosing.publisher.changed(task)
  choosing.schedule()
}

/** Gives a task the file that was chosen again, if it is the same, and lets it go on. */
export const giveFile = async (
  choosing: Choosing,
  id: string,
  chosen: ChosenFile,
): Promise<Result<void, OtherFile>> => {
  const task = choosing.tasks.all.get(id)
  if (!task || isFinal(task.saved.status)) return fail('task-gone')
  const sample = await sampleOf(chosen.file, choosing.ports.digest).catch(() => undefined)
  if (sample === undefined) return fail('unreadable')
  if (!isSameFile(task.saved, chosen.file, sample)) return fail('other-file')
  await goOnWith(choosing, task, chosen)
  return ok(undefined)
}
