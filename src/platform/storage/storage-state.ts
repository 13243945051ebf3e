/** What the browser says about this origin's room; null where it does not. In bytes. */
export type StorageState = { usage: number | null; quota: number | null; persisted: boolean | null }

/** Asks the browser; `storage` is missing on pages without TLS. */
export const readStorageState = async (storage: StorageManager | undefined): Promise<StorageState> => {
  const [estimate, persisted] = await Promise.all([
    storage?.estimate().catch(() => undefined),
    storage?.persisted().catch(() => undefined),
  ])
  const bytes = (count: number | undefined) => (count === undefined ? null : Math.round(count))
  return { usage: bytes(estimate?.usage), quota: bytes(estimate?.quota), persisted: persisted ?? null }
}

/** IndexedDB's part, which only Chromium tells. */
export const databasePart = (estimate: StorageEstimate | undefined): number | undefined => {
  const details: unknown = estimate && 'usageDetails' in estimate ? estimate.usageDetails : undefined
  const part: unknown = details instanceof Object && 'indexedDB' in details ? details.indexedDB : undefined
  return typeof part === 'number' ? part : undefined
}
