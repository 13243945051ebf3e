/** Tries whether the browser stores files for the app: some have the names of it, and nothing behind them. */
export const canStoreFiles = async (storage: Pick<StorageManager, 'getDirectory'>): Promise<boolean> => {
  try {
    const root = await storage.getDirectory()
    // There for a moment only. Another tab may be trying too, and may sweep the folder of the copies meanwhile.
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
