/** Backs one kind of database up into a file, and restores it. Both throw an OperatorError on failure. */
export type DatabaseBackup = {
  backUp: (file: string) => Promise<void>
  /** Resolves to the new name or folder of the previous database. Undefined if there was none. */
  restoreBackup: (file: string) => Promise<string | undefined>
}
