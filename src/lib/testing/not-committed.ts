/** What to do about a file that a test compares with and that is missing: where `CI` is set, no test writes one. */
export const notCommitted = (file: string) =>
  `${file} is missing. Run this test on your own machine: it writes the file and passes. Look through the file, and commit it.`
