/** A small fault of one file, and the tests that have to fail with it. */
export type Mutant = {
  /** What the product does with it. */
  name: string
  file: string
  /** This occurs once in the file. */
  from: string
  to: string
  tests: readonly string[]
  /** Why no test can tell it from the original. */
  survives?: string
}
