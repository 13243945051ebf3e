import * as fc from 'fast-check'
import type { Lives } from './random-lives.ts'

/** Checks a property for the value that each seed generates. Prints a failing value in its shortest form. */
export const playLives = async <T>({ seeds, again }: Lives, property: fc.IRawProperty<T>): Promise<void> => {
  for (const seed of seeds) {
    const reporter = (run: fc.RunDetails<T>) => {
      if (!run.failed) return
      throw new Error(`${again(seed)}\n${fc.defaultReportMessage(run)}`, { cause: run.errorInstance })
    }
    await fc.assert(property, { seed, numRuns: 1, reporter })
  }
}
