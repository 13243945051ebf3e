import type { ChosenFile } from '../../../uploads/commands.ts'

/** The part of a dropped `FileSystemEntry` that the app uses. */
export type DroppedEntry = Pick<FileSystemEntry, 'name' | 'isDirectory' | 'isFile'>

/** The maximum number of files from a dropped or chosen folder, which may be a whole hard drive. */
export const folderLimit = 2000

/** The names of files and folders that operating systems create for their own use. */
const systemNames = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX'])

/**
 * Files that were chosen, dropped or pasted together. `unreadable` contains the names or paths of entries
 * that could not be read. `isTruncated` is true if there were more than `folderLimit` files.
 */
export type FileSelection = { files: ChosenFile[]; unreadable: string[]; isTruncated: boolean }

type FolderReader = {
  readEntries: (onEntries: (entries: DroppedEntry[]) => void, onError: () => void) => void
}
type FolderEntry = DroppedEntry & { createReader: () => FolderReader }
type FileEntry = DroppedEntry & { file: (onFile: (file: File) => void, onError: () => void) => void }

const isFolderEntry = (entry: DroppedEntry): entry is FolderEntry =>
  entry.isDirectory && 'createReader' in entry
const isFileEntry = (entry: DroppedEntry): entry is FileEntry => entry.isFile && 'file' in entry

/** Reads the next entries of a folder: an empty list at the end, undefined if access is denied. */
const readEntries = (reader: FolderReader): Promise<DroppedEntry[] | undefined> =>
  new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve(undefined))
  })

/** Reads a file. Resolves to undefined if it cannot be read. */
const readFile = (entry: FileEntry): Promise<File | undefined> =>
  new Promise((resolve) => {
    entry.file(resolve, () => resolve(undefined))
  })

/** Adds a file, or all files of a folder, to the selection until it contains `folderLimit` files. */
const addEntry = async (entry: DroppedEntry, path: string, selection: FileSelection): Promise<void> => {
  if (systemNames.has(entry.name)) return
  if (isFolderEntry(entry)) {
    await addFolderEntries(entry, path, selection)
    return
  }
  if (selection.files.length === folderLimit) {
    selection.isTruncated = true
    return
  }
  const file = isFileEntry(entry) ? await readFile(entry) : undefined
  if (file) selection.files.push({ file, path })
  else selection.unreadable.push(path)
}

const addFolderEntries = async (
  folder: FolderEntry,
  path: string,
  selection: FileSelection,
): Promise<void> => {
  const reader = folder.createReader()
  while (!selection.isTruncated) {
    const entries = await readEntries(reader)
    if (!entries) {
      selection.unreadable.push(path)
      return
    }
    if (entries.length === 0) return
    // One after the other, so that the files enter the queue in the order of the folder.
    for (const entry of entries) {
      await addEntry(entry, `${path}/${entry.name}`, selection)
      if (selection.isTruncated) return
    }
  }
}

/** Adds the files of a dropped folder and its subfolders to the selection, each with its path. */
export const addFolder = (folder: DroppedEntry, selection: FileSelection): Promise<void> =>
  addEntry(folder, folder.name, selection)

/** Selects the files of a folder that a file input returned, except files of the operating system. */
export const selectFromFolder = (chosenFiles: readonly ChosenFile[]): FileSelection => {
  const files = chosenFiles.filter(({ path = '' }) => !path.split('/').some((name) => systemNames.has(name)))
  return { files: files.slice(0, folderLimit), unreadable: [], isTruncated: files.length > folderLimit }
}
