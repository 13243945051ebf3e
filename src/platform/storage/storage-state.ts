/** What the browser says about this origin's room; null where it does not. In bytes. */
export type StorageState = { usage: number | null; quota: number | null; persisted: boolean | null }

/** What the browser grants and what of it is used; undefined where it does not say, as Safari before 17. */
export const estimateOf = async (
  storage: Partial<Pick<StorageManager, 'estimate'>> | undefined,
): Promise<StorageEstimate | undefined> =>
  // oxlint-disable-next-line eslint/no-restricted-properties -- asked whether it is there
  storage?.estimate?.().catch(() => undefined)

/** Asks the browser; `storage` is missing on pages without TLS. */
export const readStorageState = async (storage: StorageManager | undefined): Promise<StorageState> => {
  const [estimate, persisted] = await Promise.all([
    estimateOf(storage),
    storage?.persisted().catch(() => undefined),
  ])
  const bytes = (count: number | undefined) => (count === undefined ? null : Math.round(count))
  return { usage: bytes(estimate?.usage), quota: bytes(estimate?.quota), persisted: persisted ?? null }
}

/** bytes that stay free for what a coach does: videos are not worth an answer that cannot be saved */
const reserve = 32 * 1024 * 1024

/** Whether there is room for so many bytes of media; a browser that does not say is tried. */
export const hasRoomFor = async (
  storage: Partial<Pick<StorageManager, 'estimate'>> | undefined,
  bytes: number,
): Promise<boolean> => {
  const { quota, usage = 0 } = (await estimateOf(storage)) ?? {}
  return quota === undefined || quota - usage >= bytes + reserve
}

/** Asks the browser not to clear this origin when the device is short of room; resolves to whether it agreed. */
export const persistStorage = async (
  storage: { persisted: () => Promise<boolean>; persist: () => Promise<boolean> } | undefined,
): Promise<boolean> => storage !== undefined && ((await storage.persisted()) || storage.persist())

/** IndexedDB's part of an estimate in bytes, which only Chromium tells. */
export const databasePart = (estimate: StorageEstimate | undefined): number | undefined => {
  const details: unknown = estimate && 'usageDetails' in estimate ? estimate.usageDetails : undefined
  const part: unknown = details instanceof Object && 'indexedDB' in details ? details.indexedDB : undefined
  return typeof part === 'number' ? part : undefined
}
