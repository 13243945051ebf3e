import type { ChosenFile } from '../../../uploads/commands.ts'

/** The part of a dropped `FileSystemEntry` that the app uses. */
export type DroppedEntry = Pick<FileSystemEntry, 'name' | 'isDirectory' | 'isFile'>

/** The maximum number of files in one drop: a folder can hold a whole disk. */
export const folderLimit = 2000

/** Files that operating systems create in folders for their own use. */
const leftOut = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX'])

/** The content of folders so far: files, names of unreadable entries, and whether the limit was exceeded. */
export type Found = { files: ChosenFile[]; unreadable: string[]; isCut: boolean }

type Reader = { readEntries: (done: (entries: DroppedEntry[]) => void, failed: () => void) => void }
type Folder = DroppedEntry & { createReader: () => Reader }
type Single = DroppedEntry & { file: (done: (file: File) => void, failed: () => void) => void }

const isFolder = (entry: DroppedEntry): entry is Folder => entry.isDirectory && 'createReader' in entry
const isSingle = (entry: DroppedEntry): entry is Single => entry.isFile && 'file' in entry

/** A reader returns some entries at a time, and an empty list at the end; undefined if access is denied. */
const nextEntries = (reader: Reader): Promise<DroppedEntry[] | undefined> =>
  new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve(undefined))
  })

const fileOf = (entry: Single): Promise<File | undefined> =>
  new Promise((resolve) => {
    entry.file(resolve, () => resolve(undefined))
  })

const take = async (entry: DroppedEntry, path: string, found: Found): Promise<void> => {
  if (leftOut.has(entry.name)) return undefined
  if (isFolder(entry)) return takeAll(entry, path, found)
  if (found.files.length === folderLimit) {
    found.isCut = true
    return undefined
  }
  const file = isSingle(entry) ? await fileOf(entry) : undefined
  if (file) found.files.push({ file, path })
  else found.unreadable.push(path)
  return undefined
}

const takeAll = async (folder: Folder, path: string, found: Found): Promise<void> => {
  const reader = folder.createReader()
  while (!found.isCut) {
    const entries = await nextEntries(reader)
    if (!entries) return void found.unreadable.push(path)
    if (entries.length === 0) return undefined
    // One after the other: the order of the folder is the order of the queue.
    for (const entry of entries) {
      await take(entry, `${path}/${entry.name}`, found)
      if (found.isCut) return undefined
    }
  }
  return undefined
}

/** Adds the files of a dropped folder and its subfolders, each with its path. */
export const takeFolder = (folder: DroppedEntry, found: Found): Promise<void> =>
  take(folder, folder.name, found)
