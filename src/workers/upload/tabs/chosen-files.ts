import type { AddOutcome, ChosenFile, UploadChange } from '../../../uploads/contract.ts'
import { isFinal } from '../../../uploads/task.ts'

/** Files chosen in this tab by the id of their task, for the case that this tab becomes the owner. */
export const createChosenFiles = () => {
  const files = new Map<string, File>()
  return {
    files,
    remember: (chosen: ChosenFile[], outcomes: AddOutcome[]) => {
      outcomes.forEach((outcome, index) => {
        const file = chosen[index]?.file
        if (outcome.ok && file) files.set(outcome.value.id, file)
      })
      return outcomes
    },
    forget: ({ removed, tasks }: UploadChange) => {
      for (const id of removed) files.delete(id)
      for (const { id, status } of tasks) if (isFinal(status)) files.delete(id)
    },
  }
}

export type ChosenFiles = ReturnType<typeof createChosenFiles>
