import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ChosenFile, Destination } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { keyFor } from '../../../uploads/object-key.ts'
import type { DeletionStore } from '../../../deletions/deletions.ts'
import { withChoice, withOutcomes, type Choice } from './choices.ts'
import type { Found } from './folder-files.ts'
import { addMessages } from './add-messages.ts'

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
