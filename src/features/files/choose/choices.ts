import type { AddOutcome } from '../../../uploads/commands.ts'
import type { Found } from './folder-files.ts'

/** Files that were chosen together, and what became of each so far. */
export type Choice = { found: Found; outcomes: readonly (AddOutcome | undefined)[] }

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
