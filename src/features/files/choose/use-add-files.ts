import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { waitForNextTask } from '../../../lib/async/next-task.ts'
import { fail } from '../../../lib/result.ts'
import type { DeletionStore } from '../../../stored-files/deletions/deletions.ts'
import type { ChosenFile, Destination, AddOutcome } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { getKey } from '../../../uploads/object-key.ts'
import type { FileSelection } from './folder-files.ts'
import { getOutcomeMessages } from './outcome-messages.ts'

/** Files that were chosen together, their destination, and the outcomes so far. */
type Choice = {
  selection: FileSelection
  destination: Destination
  /** One for each file, or undefined while the file is still being read. */
  outcomes: readonly (AddOutcome | undefined)[]
}

/**
 * Whether the file could not be passed to the upload worker, because the worker broke. The screen can pass
 * such a file again.
 */
const isUndelivered = (outcome: AddOutcome | undefined): boolean =>
  outcome?.ok === false && outcome.error.refusal === 'broken'

/** Whether all files of a choice were read, and none is undelivered. */
const isSettled = ({ outcomes }: Choice): boolean =>
  outcomes.every((outcome) => outcome !== undefined && !isUndelivered(outcome))

/** Adds a choice, and removes the earlier choices that are settled, with their messages. */
export const withChoice = (
  choices: readonly Choice[],
  selection: FileSelection,
  destination: Destination,
): Choice[] => [
  ...choices.filter((choice) => !isSettled(choice)),
  { selection, destination, outcomes: selection.files.map(() => undefined) },
]

const listUndelivered = ({ selection, outcomes }: Choice): ChosenFile[] =>
  selection.files.filter((_, index) => isUndelivered(outcomes[index]))

/** Records the outcomes of some files of a selection, from the file with index `start`. */
export const withOutcomes = (
  choices: readonly Choice[],
  { selection, start }: { selection: FileSelection; start: number },
  newOutcomes: readonly AddOutcome[],
): Choice[] =>
  choices.map((choice) => {
    if (choice.selection !== selection) return choice
    const { outcomes } = choice
    // The index after the last new outcome.
    const end = start + newOutcomes.length
    return { ...choice, outcomes: [...outcomes.slice(0, start), ...newOutcomes, ...outcomes.slice(end)] }
  })

/** The number of files that are passed to the worker in one call. Thousands would block the page. */
const batchSize = 100

/**
 * Adds files to the queue. `messages` are about the last choice, and about earlier choices that are not
 * settled. A pending deletion of a stored file with the same name is performed first, to free the name.
 */
export const useAddFiles = (
  uploads: Pick<UploadClient, 'add'>,
  destination: Destination,
  makeRoom: DeletionStore['makeRoom'],
) => {
  const t = useTranslate()
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const controller = useRef(new AbortController())

  const add = async (selection: FileSelection): Promise<void> => {
    const { files } = selection
    const { level, folder } = destination
    const { signal } = controller.current
    // No batch waits for another one, which may contain a slow file.
    const addBatch = async (start: number) => {
      const outcomes = await uploads.add(destination, files.slice(start, start + batchSize))
      setChoices((current) => withOutcomes(current, { selection, start }, outcomes))
    }
    setChoices((current) => withChoice(current, selection, destination))
    await makeRoom(files.map(({ file, path }) => ({ level, key: getKey({ name: file.name, path, folder }) })))
    /** The index of the first file that was not passed yet. */
    let start = 0
    for (; start < files.length && !signal.aborted; start += batchSize) {
      void addBatch(start)
      // Lets the page respond between two batches.
      await waitForNextTask()
    }
    // Empty, unless the loop ended because `stop` was called.
    const cancellations = files
      .slice(start)
      .map(({ file: { name } }) => fail({ name, refusal: 'cancelled' as const }))
    setChoices((current) => withOutcomes(current, { selection, start }, cancellations))
  }

  /** Passes the undelivered files of a choice again, with their original destination. */
  const retryChoice = async (choice: Choice): Promise<void> => {
    const { selection, outcomes } = choice
    const undeliveredIndexes = outcomes.flatMap((outcome, index) => (isUndelivered(outcome) ? [index] : []))
    const files = undeliveredIndexes.flatMap((index) => selection.files[index] ?? [])
    const newOutcomes = await uploads.add(choice.destination, files)
    for (const [outcomeIndex, fileIndex] of undeliveredIndexes.entries()) {
      const outcome = newOutcomes[outcomeIndex]
      if (!outcome) continue
      setChoices((current) => withOutcomes(current, { selection, start: fileIndex }, [outcome]))
    }
  }

  /** Stops passing the files of the choices so far. Files that are chosen later are passed. */
  const stop = () => {
    controller.current.abort()
    controller.current = new AbortController()
  }

  const messages = choices.flatMap(({ selection, outcomes }) => getOutcomeMessages(selection, outcomes, t))
  return {
    add,
    stop,
    /** Passes all undelivered files again. */
    retry: async () => {
      await Promise.all(choices.map(retryChoice))
    },
    undeliveredFiles: choices.flatMap(listUndelivered),
    // Without duplicates, because messages are also React keys.
    messages: [...new Set(messages)],
  }
}

export type AddFiles = ReturnType<typeof useAddFiles>
