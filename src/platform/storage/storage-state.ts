/** The browser's report on this origin's storage, in bytes, or null if it does not report a value. */
export type StorageState = { usage: number | null; quota: number | null; persisted: boolean | null }

/**
 * Resolves to the quota of this origin and its use, in bytes, or undefined if the browser does not report
 * them, for example Safari before 17.
 */
export const estimateStorage = async (
  storage: Partial<Pick<StorageManager, 'estimate'>> | undefined,
): Promise<StorageEstimate | undefined> =>
  // oxlint-disable-next-line eslint/no-restricted-properties -- called only if it exists
  storage?.estimate?.().catch(() => undefined)

/** Reads the browser's report. `storage` is missing in insecure contexts (plain HTTP). */
export const readStorageState = async (storage: StorageManager | undefined): Promise<StorageState> => {
  const [estimate, persisted] = await Promise.all([
    estimateStorage(storage),
    storage?.persisted().catch(() => undefined),
  ])
  const toBytes = (size: number | undefined) => (size === undefined ? null : Math.round(size))
  return { usage: toBytes(estimate?.usage), quota: toBytes(estimate?.quota), persisted: persisted ?? null }
}

/** Room for the coach's work, because downloaded videos must not prevent an answer from being saved. */
const reservedForWorkBytes = 32 * 1024 * 1024

/** Whether there is room for `bytes` of media. True if the browser does not report its quota. */
export const hasRoomFor = async (
  storage: Partial<Pick<StorageManager, 'estimate'>> | undefined,
  bytes: number,
): Promise<boolean> => {
  const { quota, usage = 0 } = (await estimateStorage(storage)) ?? {}
  return quota === undefined || quota - usage >= bytes + reservedForWorkBytes
}

/**
 * Asks the browser not to clear this origin's storage when the device is full. Resolves to true if it agrees.
 */
export const persistStorage = async (
  storage: { persisted: () => Promise<boolean>; persist: () => Promise<boolean> } | undefined,
): Promise<boolean> => storage !== undefined && ((await storage.persisted()) || storage.persist())

/** Returns IndexedDB's part of an estimate, in bytes. Only Chromium reports it. */
export const findDatabaseUsage = (estimate: StorageEstimate | undefined): number | undefined => {
  const details: unknown = estimate && 'usageDetails' in estimate ? estimate.usageDetails : undefined
  const usage: unknown = details instanceof Object && 'indexedDB' in details ? details.indexedDB : undefined
  return typeof usage === 'number' ? usage : undefined
}
