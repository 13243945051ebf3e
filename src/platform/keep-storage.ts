/** Asks the browser not to clear this origin when the device is short of room; answers whether it agreed. */
export const keepStorage = async (storage: StorageManager): Promise<boolean> =>
  (await storage.persisted()) || storage.persist()
