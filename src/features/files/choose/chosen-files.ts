import type { ChosenFile } from '../../../uploads/commands.ts'
import { takeFolder, type Found } from './folder-files.ts'

type FilePicker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
type WithPicker = { showOpenFilePicker: FilePicker }
type WithHandle = { getAsFileSystemHandle: () => Promise<FileSystemHandle | null> }

const hasPicker = (target: object): target is WithPicker =>
  'showOpenFilePicker' in target && typeof target.showOpenFilePicker === 'function'
const hasHandle = (entry: object): entry is WithHandle => 'getAsFileSystemHandle' in entry
const isFileHandle = (handle: FileSystemHandle | null): handle is FileSystemFileHandle =>
  handle?.kind === 'file'

/**
 * Whether this browser's file chooser returns handles, with which an upload resumes after a restart without
 * choosing the file again.
 */
export const canPick = (): boolean => hasPicker(window)

/** A complete set of chosen files. */
export const onlyFiles = (files: ChosenFile[]): Found => ({ files, unreadable: [], isCut: false })

const open = async (handle: FileSystemFileHandle, found: Found): Promise<void> => {
  const file = await handle.getFile().catch(() => undefined)
  if (file) found.files.push({ file, handle })
  else found.unreadable.push(handle.name)
}

/** Opens the browser's file chooser. Returns no files if the person closed it. */
export const pickFiles = async (multiple: boolean): Promise<Found> => {
  const found = onlyFiles([])
  if (!hasPicker(window)) return found
  const handles = await window.showOpenFilePicker({ multiple }).catch(() => [])
  for (const handle of handles) await open(handle, found)
  return found
}

const withHandle = async (
  file: File,
  handle: Promise<FileSystemHandle | null> | undefined,
): Promise<ChosenFile> => {
  const opened = await handle?.catch(() => null)
  return opened && isFileHandle(opened) ? { file, handle: opened } : { file }
}

/**
 * Reads dropped or pasted files, folders included. All items are taken synchronously: the list is empty after
 * its event.
 */
export const droppedFiles = async ({ items }: DataTransfer): Promise<Found> => {
  const folders: FileSystemEntry[] = []
  const files: Promise<ChosenFile>[] = []
  for (const entry of items) {
    if (entry.kind !== 'file') continue
    const folder = entry.webkitGetAsEntry()
    const file = entry.getAsFile()
    if (folder?.isDirectory) folders.push(folder)
    else if (file) files.push(withHandle(file, hasHandle(entry) ? entry.getAsFileSystemHandle() : undefined))
  }
  const found = onlyFiles(await Promise.all(files))
  for (const folder of folders) await takeFolder(folder, found)
  return found
}
