import { isFinal } from '../task.ts'
import type { LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'
import type { Records } from './records.ts'
import type { TakeBack } from './take-back.ts'
import type { TaskList } from './task-list.ts'

/** ms that the store has to take everything back: nobody waits longer to sign out, and the next sign-in does the rest */
const patience = 10_000

type Deps = {
  tasks: TaskList
  records: Pick<Records, 'save'>
  takeBack: Pick<TakeBack, 'one'>
  clock: EnginePorts['clock']
}

const takenBack = async (task: LiveTask, takeBack: Deps['takeBack']): Promise<void> =>
  task.run ? task.ended : takeBack.one(task)

/** Cancels everything of a customer that is not finished, and takes it back from the store (specification §4). */
export const clearUploads = async ({ tasks, records, takeBack, clock }: Deps, customer: string) => {
  const unfinished = [...tasks.all.values()].filter(
    ({ saved }) => saved.customer === customer && !isFinal(saved.status),
  )
  for (const task of unfinished) tasks.apply(task, 'cancel')
  await records.save(unfinished)
  const everything = Promise.all(unfinished.map((task) => takenBack(task, takeBack)))
  await Promise.race([everything, clock.sleep(patience)])
}
