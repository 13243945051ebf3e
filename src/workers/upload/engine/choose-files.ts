import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AddOutcome, ChosenFile, FileRefusal, OtherFile } from '../contract.ts'
import { checkFile, freeKey, keyFor } from '../object-key.ts'
import { isFinal, type AccessLevel, type UploadCommand } from '../task.ts'
import { looksLike, sampleOf } from './file-identity.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import { partSizeFor } from './plan-parts.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from './publisher.ts'
import type { Records } from './records.ts'

export type Choosing = {
  ports: EnginePorts
  tasks: Map<string, LiveTask>
  records: Records
  publisher: Publisher
  apply: (task: LiveTask, command: UploadCommand) => boolean
  schedule: () => void
}

const needsFile = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

/** Whether the first byte can be read: a folder that was dropped has a name and a size, but no bytes. */
const isReadable = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

const attach = (task: LiveTask, { file, handle }: ChosenFile) => {
  task.file = file
  if (handle) task.saved.handle = handle
}

const unfinished = ({ tasks }: Choosing, customer: string, level: AccessLevel): LiveTask[] =>
  [...tasks.values()].filter(
    ({ saved }) => saved.customer === customer && saved.level === level && !isFinal(saved.status),
  )

const newTask = ({ ports, tasks }: Choosing, customer: string, level: AccessLevel, chosen: ChosenFile) => {
  const { file, handle } = chosen
  const taken = new Set<string>()
  let order = 0
  for (const { saved } of tasks.values()) {
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
    key: freeKey(keyFor(file.name), (key) => taken.has(key)),
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    type: file.type,
    partSize: partSizeFor(file.size),
    ...(handle && { handle }),
  }
  return createLiveTask(saved, ports.clock, file)
}

const addFile = async (
  choosing: Choosing,
  customer: string,
  level: AccessLevel,
  chosen: ChosenFile,
): Promise<{ outcome: AddOutcome; added?: LiveTask }> => {
  const known = unfinished(choosing, customer, level).find(({ saved }) => looksLike(saved, chosen.file))
  if (known) {
    const { id } = known.saved
    if (needsFile(known)) await giveFile(choosing, id, chosen)
    return { outcome: ok({ id, known: true }) }
  }
  const added = newTask(choosing, customer, level, chosen)
  choosing.tasks.set(added.saved.id, added)
  return { added, outcome: ok({ id: added.saved.id, known: false }) }
}

const check = async ({ file }: ChosenFile): Promise<Result<void, FileRefusal>> => {
  const checked = checkFile(file)
  if (!checked.ok || (await isReadable(file))) return checked
  return fail('unreadable')
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
  for (let start = 0; start < files.length; start += batch) {
    const some = files.slice(start, start + batch)
    const checks = await Promise.all(some.map(check))
    const tasks: LiveTask[] = []
    for (const [index, chosen] of some.entries()) {
      const checked = checks[index]
      if (!checked?.ok) {
        outcomes.push(fail({ name: chosen.file.name, refusal: checked?.error ?? 'unreadable' }))
        continue
      }
      const { outcome, added } = await addFile(choosing, customer, level, chosen)
      outcomes.push(outcome)
      if (added) tasks.push(added)
    }
    await choosing.records.save(tasks)
    tasks.forEach(choosing.publisher.changed)
    choosing.schedule()
  }
  return outcomes
}

const isSameFile = async (
  { ports }: Choosing,
  { saved }: LiveTask,
  file: File,
): Promise<Result<void, OtherFile>> => {
  if (!looksLike(saved, file)) return fail('other-file')
  try {
    if (saved.sample === undefined || saved.sample === (await sampleOf(file, ports.digest)))
      return ok(undefined)
    return fail('other-file')
  } catch {
    return fail('unreadable')
  }
}

/** Gives a task the file that was chosen again, if it is the same, and lets it go on. */
export const giveFile = async (
  choosing: Choosing,
  id: string,
  chosen: ChosenFile,
): Promise<Result<void, OtherFile>> => {
  const task = choosing.tasks.get(id)
  if (!task || isFinal(task.saved.status)) return fail('task-gone')
  const same = await isSameFile(choosing, task, chosen.file)
  if (!same.ok) return same
  attach(task, chosen)
  if (needsFile(task)) choosing.apply(task, 'resume')
  await choosing.records.save([task])
  choosing.publisher.changed(task)
  choosing.schedule()
  return same
}
