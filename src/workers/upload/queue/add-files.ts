import { fail, ok, type Result } from '../../../lib/result.ts'
import type {
  AddOutcome,
  ChosenFile,
  FileRefusal,
  OtherFile,
  UploadCommands,
} from '../../../uploads/commands.ts'
import { folderOf, keyFor } from '../../../uploads/object-key.ts'
import { isFinal } from '../../../uploads/task.ts'
import { isSameFile, sampleOf } from '../files/open-file.ts'
import { learn, needsFile, type LiveTask } from '../task/live-task.ts'
import { fileOf, hasCopy, setSource } from '../task/source.ts'
import { createPlaces, createReadLimit, newTask, readChosen, type Owner, type ReadFile } from './new-task.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import type { TaskList } from '../task/task-list.ts'

export type AddFilesDeps = {
  ports: EnginePorts
  tasks: TaskList
  records: Records
  publisher: Publisher
  schedule: () => void
}

/**
 * The number of files that are read at the same time, so that thousands of files are not all open at once.
 */
const filesAtOnce = 50

const attach = (task: LiveTask, { file, handle }: ChosenFile) => {
  const { saved, source } = task
  const known = handle ?? (source.kind === 'handle' ? source.handle : undefined)
  // A copy of the earlier choice may have other bytes, so it no longer counts.
  setSource(task, known ? { kind: 'handle', handle: known, file } : { kind: 'held', file })
  // The file may have been edited since, or a phone gave it a new time. The stored parts are compared with
  // the file before they count.
  if (file.lastModified !== saved.lastModified) learn(task, { kind: 'file-replaced' })
  saved.lastModified = file.lastModified
}

/**
 * The unfinished task of a file: the task that goes to the same folder, or any task that waits for the file.
 */
const knownTask = ({ tasks }: AddFilesDeps, { customer, to }: Owner, { chosen, sample }: ReadFile) => {
  const { file, path } = chosen
  const folder = folderOf(keyFor({ name: file.name, path, folder: to.folder }))
  return [...tasks.all.values()].find(
    (task) =>
      task.saved.customer === customer &&
      task.saved.level === to.level &&
      !isFinal(task.saved.status) &&
      isSameFile(task.saved, file, sample) &&
      (needsFile(task) || folderOf(task.saved.key) === folder),
  )
}

/**
 * A restart lost the task's file. The person paused the task, so it does not ask for the file yet, but it can
 * take the file now.
 */
const lacksFile = ({ source, run }: LiveTask): boolean => !run && !fileOf(source) && !hasCopy(source)

const resumeWith = async (choosing: AddFilesDeps, task: LiveTask, chosen: ChosenFile) => {
  attach(task, chosen)
  if (needsFile(task)) choosing.tasks.apply(task, 'resume')
  await choosing.records.save([task])
  choosing.publisher.changed(task)
  choosing.schedule()
}

/** What became of a file. `saved` resolves when the task is on the disk. */
type Taken = { outcome: AddOutcome; saved: Promise<void> }

const whenSaved = async (taken: Promise<Taken>): Promise<AddOutcome> => {
  const { outcome, saved } = await taken
  await saved
  return outcome
}

/**
 * Creates a task for a file. A file that already has a task keeps it; the task resumes if it waited for the
 * file.
 */
const takeFile = (choosing: AddFilesDeps, owner: Owner, read: ReadFile & { order: number }): Taken => {
  const known = knownTask(choosing, owner, read)
  if (known) {
    const isWanted = needsFile(known) || lacksFile(known)
    const saved = isWanted ? resumeWith(choosing, known, read.chosen) : Promise.resolve()
    return { outcome: ok({ id: known.saved.id, known: true }), saved }
  }
  const added = newTask(choosing, owner, read)
  choosing.tasks.all.set(added.saved.id, added)
  // Its key is looked up meanwhile; no byte is sent before the task is on the disk.
  const saved = choosing.records.save([added])
  choosing.publisher.changed(added)
  choosing.schedule()
  return { outcome: ok({ id: added.saved.id, known: false }), saved }
}

type AddFiles = {
  add: UploadCommands['add']
  /** Refuses, with this reason, the files of a customer that are still being read. */
  end: (customer: string, refusal: FileRefusal) => void
}

/** Takes chosen files in their order, except files that are slow to read. */
export const createAddFiles = (deps: AddFilesDeps): AddFiles => {
  const readLimit = createReadLimit(filesAtOnce, deps.ports.clock)
  const places = createPlaces(deps.tasks)
  /** By customer: why the files that are being read are refused once they are read. */
  const readings = new Map<string, { refusal?: FileRefusal }>()
  /** Resolves when the previous file is taken, or is too slow to wait for. */
  let turn: Promise<unknown> = Promise.resolve()

  const readingOf = (customer: string) => {
    const reading = readings.get(customer) ?? {}
    readings.set(customer, reading)
    return reading
  }

  const takeInTurn = (owner: Owner, chosen: ChosenFile, order: number): Promise<Taken> => {
    const reading = readingOf(owner.customer)
    // Files whose turn comes after the refusal are not read.
    const { done, left } = readLimit(async () =>
      reading.refusal ? fail(reading.refusal) : readChosen(deps.ports, chosen, owner.to),
    )
    const taken = turn.then(async (): Promise<Taken> => {
      const found = await done
      const read = reading.refusal ? fail(reading.refusal) : found
      if (read.ok) return takeFile(deps, owner, { ...read.value, order })
      return { outcome: fail({ name: chosen.file.name, refusal: read.error }), saved: Promise.resolve() }
    })
    // A failure concerns only its own file.
    turn = Promise.race([taken.catch(() => undefined), turn.then(() => left)])
    return taken
  }

  return {
    add: (customer, to, files) => {
      const first = places(files.length)
      const all = files.map((chosen, index) => takeInTurn({ customer, to }, chosen, first + index))
      return Promise.all(all.map(whenSaved))
    },
    end: (customer, refusal) => {
      readingOf(customer).refusal = refusal
      readings.delete(customer)
    },
  }
}

/** Gives a task the file that was chosen again and resumes the task, if it is the same file. */
export const giveFile = async (
  choosing: AddFilesDeps,
  id: string,
  chosen: ChosenFile,
): Promise<Result<void, OtherFile>> => {
  const task = choosing.tasks.all.get(id)
  if (!task || isFinal(task.saved.status)) return fail('task-gone')
  const sample = await sampleOf(chosen.file, choosing.ports.digest).catch(() => undefined)
  if (sample === undefined) return fail('unreadable')
  if (!isSameFile(task.saved, chosen.file, sample)) return fail('other-file')
  await resumeWith(choosing, task, chosen)
  return ok(undefined)
}
