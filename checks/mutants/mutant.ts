/** A small fault in one file, and the tests that must fail with it. */
export type Mutant = {
  /** How the product misbehaves with the fault. */
  name: string
  file: string
  /** Text that occurs once in the file. */
  from: string
  to: string
  tests: readonly string[]
  /** Why no test can distinguish the fault from the original. */
  survives?: string
}
