import { useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { fail } from '../../../lib/result.ts'
import type { ChosenFile, Destination, AddOutcome } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { keyFor } from '../../../uploads/object-key.ts'
import type { DeletionStore } from '../../../stored-files/deletions/deletions.ts'
import type { Found } from './folder-files.ts'
import { addMessages } from './add-messages.ts'

/** Files that were chosen together, their destination, and the outcomes so far. */
type Choice = { found: Found; to: Destination; outcomes: readonly (AddOutcome | undefined)[] }

/** No worker could take it: it waits on the screen, and can be passed again. */
const isUntaken = (outcome: AddOutcome | undefined): boolean =>
  outcome?.ok === false && outcome.error.refusal === 'broken'

const isSettled = ({ outcomes }: Choice): boolean =>
  outcomes.every((outcome) => outcome !== undefined && !isUntaken(outcome))

/**
 * Adds newly chosen files. The messages of earlier choices disappear, unless some of their files still have
 * to be taken.
 */
export const withChoice = (choices: readonly Choice[], found: Found, to: Destination): Choice[] => [
  ...choices.filter((choice) => !isSettled(choice)),
  { found, to, outcomes: found.files.map(() => undefined) },
]

const untakenOf = ({ found, outcomes }: Choice): ChosenFile[] =>
  found.files.filter((_, index) => isUntaken(outcomes[index]))

/** Records the outcomes of some files of a choice, from index `start`. */
export const withOutcomes = (
  choices: readonly Choice[],
  { found: of, start }: { found: Found; start: number },
  added: readonly AddOutcome[],
): Choice[] =>
  choices.map((choice) => {
    const { found, outcomes } = choice
    if (found !== of) return choice
    return {
      ...choice,
      outcomes: [...outcomes.slice(0, start), ...added, ...outcomes.slice(start + added.length)],
    }
  })

/**
 * The number of files that are passed to the worker at once: passing thousands in one call blocks the page.
 */
const batch = 100

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Adds files to the queue; `messages` are about the last files, and about files that are still being read. If
 * a pending deletion has the name of a file, it is completed at once, so that the name is free.
 */
export const useAddFiles = (
  uploads: Pick<UploadClient, 'add'>,
  to: Destination,
  makeRoom: DeletionStore['makeRoom'],
) => {
  const t = useTranslate()
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const adding = useRef(new AbortController())

  const placeOf = ({ file, path }: ChosenFile) => ({
    level: to.level,
    key: keyFor({ name: file.name, path, folder: to.folder }),
  })

  const add = async (found: Found): Promise<void> => {
    const { files } = found
    const { signal } = adding.current
    // Each batch resolves by itself: a batch with a slow file delays no other batch.
    const addBatch = async (start: number) => {
      const added = await uploads.add(to, files.slice(start, start + batch))
      setChoices((all) => withOutcomes(all, { found, start }, added))
    }
    setChoices((all) => withChoice(all, found, to))
    await makeRoom(files.map(placeOf))
    let start = 0
    for (; start < files.length && !signal.aborted; start += batch) {
      void addBatch(start)
      await nextTurn()
    }
    const rest = files.slice(start).map(({ file: { name } }) => fail({ name, refusal: 'cancelled' as const }))
    setChoices((all) => withOutcomes(all, { found, start }, rest))
  }

  /** Passes the untaken files again, with their original destination. */
  const retry = async () => {
    await Promise.all(
      choices.map(async ({ found, to, outcomes }) => {
        const again = outcomes.flatMap((outcome, index) => (isUntaken(outcome) ? [index] : []))
        const added = await uploads.add(
          to,
          again.flatMap((index) => found.files[index] ?? []),
        )
        for (const [place, start] of again.entries())
          setChoices((all) => withOutcomes(all, { found, start }, added.slice(place, place + 1)))
      }),
    )
  }

  /** Stops passing the remaining chosen files. */
  const end = () => {
    adding.current.abort()
    adding.current = new AbortController()
  }

  const messages = choices.flatMap(({ found, outcomes }) => addMessages(found, outcomes, t))
  return { add, end, retry, untaken: choices.flatMap(untakenOf), messages: [...new Set(messages)] }
}
