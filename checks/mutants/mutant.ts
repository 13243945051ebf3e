/** A small fault in one file, and the tests that must fail with it. */
export type Mutant = {
  /** How the product misbehaves with the fault. */
  name: string
  file: string
  /** Text that occurs once in the file. */
  from: string
  /** The text that replaces it. */
  to: string
  tests: readonly string[]
  /** Only for a fault that no test can notice: why not. */
  survives?: string
}
