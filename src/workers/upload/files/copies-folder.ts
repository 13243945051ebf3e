/** The folder of the origin private file system that holds the copies, each named by the id of its task. */
export const copiesFolder = async (
  storage: Pick<StorageManager, 'getDirectory'>,
): Promise<FileSystemDirectoryHandle> =>
  (await storage.getDirectory()).getDirectoryHandle('upload-copies', { create: true })
