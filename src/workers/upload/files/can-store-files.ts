/** Tests whether the browser stores files for the app: some browsers have the API, but it does not work. */
export const canStoreFiles = async (storage: Pick<StorageManager, 'getDirectory'>): Promise<boolean> => {
  try {
    const root = await storage.getDirectory()
    // Exists only for a moment. Another tab may run the same test, and may sweep the folder of the copies
    // meanwhile.
    const probe = `probe-${crypto.randomUUID()}`
    const handle = await root.getFileHandle(probe, { create: true })
    try {
      const access = await handle.createSyncAccessHandle()
      access.close()
      return true
    } finally {
      await root.removeEntry(probe)
    }
  } catch {
    return false
  }
}
