import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ChosenFile, Destination, AddOutcome } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { keyFor } from '../../../uploads/object-key.ts'
import type { DeletionStore } from '../../../deletions/deletions.ts'
import type { Found } from './folder-files.ts'
import { addMessages } from './add-messages.ts'

/** Files that were chosen together, and what became of each so far. */
type Choice = { found: Found; outcomes: readonly (AddOutcome | undefined)[] }

const isHeard = ({ outcomes }: Choice): boolean => outcomes.every((outcome) => outcome !== undefined)

/** Files were chosen: nothing more is said of those before, unless some of them are still read. */
export const withChoice = (choices: readonly Choice[], found: Found): Choice[] => [
  ...choices.filter((choice) => !isHeard(choice)),
  { found, outcomes: found.files.map(() => undefined) },
]

/** Some files of a choice, from its file `start` on, have an outcome. */
export const withOutcomes = (
  choices: readonly Choice[],
  { found: of, start }: { found: Found; start: number },
  answers: readonly AddOutcome[],
): Choice[] =>
  choices.map(({ found, outcomes }) => ({
    found,
    outcomes: found === of ? outcomes.toSpliced(start, answers.length, ...answers) : outcomes,
  }))

/** Files that are handed to the worker at once: handing over thousands in one go holds up the page. */
const batch = 100

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Puts files into the queue, and keeps what is to be said about the last ones, and about those that are still read. What
 * is to be deleted under the name of one of them is deleted at once: that name is free for it.
 */
export const useAddFiles = (uploads: UploadClient, to: Destination, makeRoom: DeletionStore['makeRoom']) => {
  const t = useTranslate()
  const [choices, setChoices] = useState<readonly Choice[]>([])

  const placeOf = ({ file, path }: ChosenFile) => ({
    level: to.level,
    key: keyFor({ name: file.name, path, folder: to.folder }),
  })

  const add = async (found: Found): Promise<void> => {
    const { files } = found
    // Each batch is heard by itself: one with a file that is slow to read keeps no other waiting.
    const hand = async (start: number) => {
      const answers = await uploads.add(to, files.slice(start, start + batch))
      setChoices((all) => withOutcomes(all, { found, start }, answers))
    }
    setChoices((all) => withChoice(all, found))
    await makeRoom(files.map(placeOf))
    for (let start = 0; start < files.length; start += batch) {
      void hand(start)
      await nextTurn()
    }
  }

  const remarks = choices.flatMap(({ found, outcomes }) => addMessages(found, outcomes, t))
  return { add, remarks: [...new Set(remarks)] }
}
