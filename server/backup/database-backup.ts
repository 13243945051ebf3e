/** Backs one kind of database up into a file, and restores it. Both throw a StartFailure on failure. */
export type DatabaseBackup = {
  backUp: (file: string) => Promise<void>
  /** Resolves to the place of the previous database, which is kept. */
  restoreBackup: (file: string) => Promise<string | undefined>
}
