import type { UploadCommands } from '../contract.ts'
import { isFinal, transition, type PauseReason, type UploadCommand } from '../task.ts'
import { createAttempt } from './attempt.ts'
import { addFiles, giveFile } from './choose-files.ts'
import { cleanUp } from './clean-up.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import { nextToStart } from './next-to-start.ts'
import { pauseReason } from './pause-reason.ts'
import type { EnginePorts } from './ports.ts'
import { createPublisher } from './publisher.ts'
import { recallProgress } from './recall-progress.ts'
import { createRecords } from './records.ts'
import { concurrentParts, createSlots } from './slots.ts'
import { uploadFile } from './upload-file.ts'

export type UploadEngine = UploadCommands & {
  /** Takes the saved tasks over; `files` are those that this worker still holds from before it was the owner. */
  load: (files?: ReadonlyMap<string, File>) => Promise<void>
  /** Publishes everything, for someone who knows nothing yet. */
  publishAll: () => void
}

const waitsFor = ({ saved }: LiveTask, kind: PauseReason['kind']): boolean =>
  saved.status.state === 'PAUSED' && saved.status.reason.kind === kind

/** The uploads of this device: which task is worked on, and what each command does to it. Runs once over all tabs. */
export const createEngine = (ports: EnginePorts): UploadEngine => {
  const tasks = new Map<string, LiveTask>()
  const publisher = createPublisher(tasks, ports)
  const records = createRecords(ports, publisher)
  const work = {
    ports,
    slots: createSlots(concurrentParts),
    attempt: createAttempt(ports),
    changed: publisher.changed,
    save: (task: LiveTask) => records.save([task]),
  }
  let customer: string | undefined

  const isMine = ({ saved }: LiveTask) => saved.customer === customer
  const isWaiting = (task: LiveTask) =>
    isMine(task) && !task.run && ['INIT', 'IN_PROGRESS'].includes(task.saved.status.state)

  /** The only place where a status changes. */
  const apply = (task: LiveTask, command: UploadCommand, reason?: PauseReason): boolean => {
    const next = transition(task.saved.status, command, reason)
    if (!next) {
      ports.log.warn('This upload cannot do that now', { command, state: task.saved.status.state })
      return false
    }
    task.saved.status = next
    if (next.state !== 'IN_PROGRESS') task.run?.abort()
    publisher.changed(task)
    return true
  }

  const settle = async (task: LiveTask, run: AbortController) => {
    const outcome = await uploadFile(work, task, run.signal)
    if (task.saved.status.state !== 'IN_PROGRESS') return
    if (outcome.ok) {
      apply(task, 'complete')
      delete task.file
      void records.remove([task])
      return
    }
    const reason = run.signal.aborted ? undefined : pauseReason(outcome.error)
    if (!reason) return
    apply(task, 'pause', reason)
    await work.save(task)
    if (reason.kind === 'offline' && !ports.connection.isLost()) resumeAll('offline')
  }

  const runTask = async (task: LiveTask) => {
    const run = new AbortController()
    task.run = run
    task.phase = 'preparing'
    await settle(task, run)
    delete task.run
    if (task.saved.status.state === 'CANCELLED') await takeBack(task)
    schedule()
  }

  const takeBack = async (task: LiveTask) => {
    // Saved first: if the store cannot be told now, the next start tells it.
    if (task.saved.identityId !== undefined) await work.save(task)
    delete task.file
    const cleaned = await cleanUp(work, task, new AbortController().signal)
    if (cleaned.ok) await records.remove([task])
    else ports.log.warn('A cancelled upload is not yet taken back', { kind: cleaned.error.kind })
  }

  const schedule = () => {
    if (ports.connection.isLost()) return pauseAll({ kind: 'offline' }, isMine)
    for (;;) {
      const next = nextToStart([...tasks.values()], isWaiting)
      if (!next) return
      if (next.saved.status.state === 'INIT') apply(next, 'start')
      void runTask(next)
    }
  }

  const pauseAll = (reason: PauseReason, which: (task: LiveTask) => boolean) => {
    for (const task of tasks.values())
      if (task.saved.status.state === 'IN_PROGRESS' && which(task)) apply(task, 'pause', reason)
  }

  const resumeAll = (...kinds: PauseReason['kind'][]) => {
    for (const task of tasks.values())
      if (isMine(task) && kinds.some((kind) => waitsFor(task, kind))) apply(task, 'resume')
    schedule()
  }

  const recallAll = async () => {
    for (const task of tasks.values()) if (isMine(task) && !task.run) await recallProgress(work, task)
  }

  const takeBackAll = () => {
    for (const task of tasks.values())
      if (isMine(task) && task.saved.status.state === 'CANCELLED' && !task.run && records.has(task))
        void takeBack(task)
  }

  ports.connection.subscribe((lost) => {
    if (lost) return pauseAll({ kind: 'offline' }, () => true)
    takeBackAll()
    resumeAll('offline')
  })

  const withIds = (ids: string[]) =>
    ids.flatMap((id) => {
      const task = tasks.get(id)
      return task ? [task] : []
    })

  const choosing = { ports, tasks, records, publisher, apply, schedule }

  return {
    load: async (files) => {
      for (const saved of await records.load()) {
        const task = createLiveTask(saved, ports.clock, files?.get(saved.id))
        tasks.set(saved.id, task)
        const { status, handle, id } = saved
        const needsFile =
          status.state === 'INIT' || status.state === 'IN_PROGRESS' || waitsFor(task, 'offline')
        if (waitsFor(task, 'offline')) saved.status = { state: 'IN_PROGRESS' }
        if (needsFile && !handle && !files?.has(id))
          saved.status = { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
      }
      publisher.all()
      schedule()
      void recallAll()
    },
    publishAll: publisher.all,
    add: (owner, level, files) => addFiles(choosing, owner, level, files),
    give: (id, chosen) => giveFile(choosing, id, chosen),
    command: async (ids, command) => {
      const done = withIds(ids).filter((task) => apply(task, command))
      await records.save(done)
      for (const task of done) if (command === 'cancel' && !task.run) void takeBack(task)
      schedule()
    },
    first: async (id) => {
      const [task] = withIds([id])
      if (!task || isFinal(task.saved.status)) return
      task.saved.order = Math.min(...[...tasks.values()].map(({ saved }) => saved.order)) - 1
      await work.save(task)
    },
    dismiss: async (ids) => {
      for (const task of withIds(ids)) {
        if (!isFinal(task.saved.status)) continue
        tasks.delete(task.saved.id)
        publisher.removed(task.saved.id)
      }
    },
    handleOf: async (id) => tasks.get(id)?.saved.handle,
    session: async (next) => {
      const isOther = customer !== next
      customer = next
      pauseAll({ kind: 'sign-in-needed' }, (task) => !isMine(task))
      takeBackAll()
      resumeAll('sign-in-needed', 'offline')
      if (isOther) void recallAll()
    },
  }
}
