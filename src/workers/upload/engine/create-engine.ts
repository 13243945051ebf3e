import type { UploadCommands } from '../contract.ts'
import { afterRestart } from './after-restart.ts'
import { createAttempt } from './attempt.ts'
import { createCommands } from './create-commands.ts'
import { createSchedule } from './create-schedule.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'
import { createPublisher } from './publisher.ts'
import { recallProgress } from './recall-progress.ts'
import { createRecords } from './records.ts'
import { concurrentParts, createSlots } from './slots.ts'
import { createTakeBack } from './take-back.ts'
import { createTaskList } from './task-list.ts'

export type UploadEngine = UploadCommands & {
  /** Takes the saved tasks over; `files` are those that this worker still holds from before it was the owner. */
  load: (files?: ReadonlyMap<string, File>) => Promise<void>
  /** Publishes everything, for someone who knows nothing yet. */
  publishAll: () => void
}

/** Puts the parts of the engine together; what each of them needs of the others is in its arguments. */
const assemble = (ports: EnginePorts) => {
  const all = new Map<string, LiveTask>()
  const publisher = createPublisher(all, ports)
  const records = createRecords(ports, publisher)
  const tasks = createTaskList(all, publisher, ports.log)
  const work = {
    ports,
    slots: createSlots(concurrentParts),
    attempt: createAttempt(ports),
    changed: publisher.changed,
    save: (task: LiveTask) => records.save([task]),
  }
  const takeBack = createTakeBack(work, records, tasks, ports.log)
  const schedule = createSchedule({ work, tasks, records, takeBack, publisher, connection: ports.connection })
  return { publisher, records, tasks, work, takeBack, schedule }
}

/** The uploads of this device: which task is worked on, and what each command does to it. Runs once over all tabs. */
export const createEngine = (ports: EnginePorts): UploadEngine => {
  const { publisher, records, tasks, work, takeBack, schedule } = assemble(ports)

  const recallEach = async () => {
    for (const task of tasks.mine()) if (!task.run) await recallProgress(work, task)
  }

  ports.connection.subscribe((lost) => {
    if (lost) return tasks.pauseEach({ kind: 'offline' }, () => true)
    takeBack.rest()
    tasks.resumeEach('offline')
    schedule()
  })

  return {
    ...createCommands({ ports, tasks, records, publisher, takeBack, schedule }),
    load: async (files) => {
      for (const saved of await records.load()) {
        const file = files?.get(saved.id)
        saved.status = afterRestart(saved, file !== undefined)
        tasks.all.set(saved.id, createLiveTask(saved, ports.clock, file))
      }
      publisher.all()
      schedule()
      void recallEach()
    },
    publishAll: publisher.all,
    session: async (customer) => {
      const isOther = tasks.belongTo(customer)
      tasks.pauseEach({ kind: 'sign-in-needed' }, (task) => !tasks.isMine(task))
      takeBack.rest()
      tasks.resumeEach('sign-in-needed', 'offline')
      schedule()
      if (isOther) void recallEach()
    },
  }
}
