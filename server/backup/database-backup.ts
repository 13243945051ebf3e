/** How one kind of database is backed up into a file, and how that is put back. Both throw a StartFailure. */
export type DatabaseBackup = {
  backUp: (file: string) => Promise<void>
  /** Resolves to where the database lies that was there before; it is kept. */
  putBack: (file: string) => Promise<string | undefined>
}
