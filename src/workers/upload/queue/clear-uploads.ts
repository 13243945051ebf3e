import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import type { TakeBack } from '../remote/take-back.ts'
import type { TaskList } from '../task/task-list.ts'

/** ms that the store has to take everything back: nobody waits longer to sign out, and the next sign-in does the rest */
const patience = 10_000

type Deps = {
  tasks: TaskList
  records: Pick<Records, 'save' | 'has'>
  publisher: Pick<Publisher, 'removed'>
  takeBack: Pick<TakeBack, 'one'>
  /** Has the copies of what ended deleted. */
  schedule: () => void
  clock: Clock
}

const takenBack = async (task: LiveTask, takeBack: Deps['takeBack']): Promise<void> =>
  task.run ? task.ended : takeBack.one(task)

/**
 * Cancels everything of a customer that is not finished, and takes it back from the store (specification §4), with what
 * they cancelled before and nobody could tell. What is over goes off the list: others may use this device.
 */
export const clearUploads = async (deps: Deps, customer: string): Promise<void> => {
  const { tasks, records, publisher, takeBack, schedule, clock } = deps
  const theirs = [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)
  const unfinished = theirs.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const saved = records.save(unfinished)
  const cancelled = theirs.filter((task) => task.saved.status.state === 'CANCELLED')
  const untold = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const everything = Promise.all([saved, ...untold.map((task) => takenBack(task, takeBack))])
  await Promise.race([everything, clock.sleep(patience)])
  for (const task of theirs) {
    if (!isFinal(task.saved.status) || records.has(task)) continue
    tasks.all.delete(task.saved.id)
    publisher.removed(task.saved.id)
  }
}
