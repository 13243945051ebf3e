/** The instructions for a missing file that a test compares with. If `CI` is set, no test writes the file. */
export const notCommitted = (file: string) =>
  `${file} is missing. Run this test on your own machine: it writes the file and passes. Look through the file, and commit it.`
