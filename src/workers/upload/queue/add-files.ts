import { createReadLimit } from '../../../lib/async/limit-reads.ts'
import { fail } from '../../../lib/result.ts'
import type { AddOutcome, ChosenFile, FileRefusal, UploadCommands } from '../../../uploads/commands.ts'
import { identifyFile } from '../files/open-file.ts'
import type { TaskList } from '../task/task-list.ts'
import {
  findOrCreateTask,
  giveFile,
  type TaskDeps,
  type UnsavedOutcome,
  type UploadTarget,
} from './find-or-create-task.ts'

type Deps = TaskDeps & {
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

/** Resolves to the outcome for a file when its task is saved. */
const waitUntilSaved = async (unsavedOutcome: Promise<UnsavedOutcome>): Promise<AddOutcome> => {
  const { outcome, whenSaved } = await unsavedOutcome
  await whenSaved
  return outcome
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
      if (identified.ok) return findOrCreateTask(deps, target, { ...identified.value, order })
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
