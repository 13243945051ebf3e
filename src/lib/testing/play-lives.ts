import * as fc from 'fast-check'
import type { Lives } from './random-lives.ts'

/** Has a property hold for the value that each seed makes; one that fails is printed as short as it can be made. */
export const playLives = async <T>({ seeds, again }: Lives, property: fc.IRawProperty<T>): Promise<void> => {
  for (const seed of seeds) {
    const reporter = (run: fc.RunDetails<T>) => {
      if (!run.failed) return
      throw new Error(`${again(seed)}\n${fc.defaultReportMessage(run)}`, { cause: run.errorInstance })
    }
    await fc.assert(property, { seed, numRuns: 1, reporter })
  }
}
