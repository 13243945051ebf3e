import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import type { Discard } from '../remote/discard.ts'
import type { TaskList } from '../task/task-list.ts'

/**
 * ms that the store has to remove everything. Signing out takes no longer, and the next sign-in does the
 * rest.
 */
const timeout = 10_000

type Deps = {
  tasks: TaskList
  records: Pick<Records, 'save' | 'has'>
  publisher: Pick<Publisher, 'removed'>
  discard: Pick<Discard, 'one'>
  /** Deletes the copies of files whose tasks have ended. */
  schedule: () => void
  clock: Clock
}

const isDiscarded = (task: LiveTask, discard: Deps['discard']): Promise<void> =>
  task.run ? task.run.ended : discard.one(task)

/**
 * Cancels a customer's unfinished uploads and removes them from the store (specification §4), together with
 * uploads that the customer cancelled while the store was out of reach. Finished uploads leave the list,
 * because other people may use this device.
 */
export const clearUploads = async (deps: Deps, customer: string): Promise<void> => {
  const { tasks, records, publisher, discard, schedule, clock } = deps
  const theirs = [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)
  const unfinished = theirs.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const saved = records.save(unfinished)
  const cancelled = theirs.filter((task) => task.saved.status.state === 'CANCELLED')
  const inStore = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const everything = Promise.all([saved, ...inStore.map((task) => isDiscarded(task, discard))])
  await Promise.race([everything, clock.sleep(timeout)])
  for (const task of theirs) {
    if (!isFinal(task.saved.status) || records.has(task)) continue
    tasks.all.delete(task.saved.id)
    publisher.removed(task.saved.id)
  }
}
