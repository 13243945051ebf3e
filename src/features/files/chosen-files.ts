import type { ChosenFile } from '../../workers/upload/contract.ts'

/** What came out of a drop: files, and the names of folders, which are not taken. */
export type Dropped = { files: ChosenFile[]; folders: string[] }

type FilePicker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
type WithPicker = { showOpenFilePicker: FilePicker }
type WithHandle = { getAsFileSystemHandle: () => Promise<FileSystemHandle | null> }

const hasPicker = (target: object): target is WithPicker => 'showOpenFilePicker' in target
const hasHandle = (entry: object): entry is WithHandle => 'getAsFileSystemHandle' in entry
const isFileHandle = (handle: FileSystemHandle | null): handle is FileSystemFileHandle =>
  handle?.kind === 'file'

/** Whether this browser's chooser gives handles, with which an upload goes on after a restart without choosing again. */
export const canPick = (): boolean => hasPicker(window)

/** Opens the browser's chooser. Empty where the person closed it. */
export const pickFiles = async (multiple: boolean): Promise<ChosenFile[]> => {
  if (!hasPicker(window)) return []
  const handles = await window.showOpenFilePicker({ multiple }).catch(() => [])
  return Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
}

/** The files of a plain file field. */
export const fieldFiles = (field: HTMLInputElement): ChosenFile[] =>
  [...(field.files ?? [])].map((file) => ({ file }))

const withHandle = async (file: File, handle: Promise<FileSystemHandle | null> | undefined) => {
  const found = await handle?.catch(() => null)
  return found && isFileHandle(found) ? { file, handle: found } : { file }
}

/** Reads a drop. Everything is taken from it at once: it is empty as soon as its event is over. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<Dropped> => {
  const folders: string[] = []
  const files: Promise<ChosenFile>[] = []
  for (const entry of items) {
    if (entry.kind !== 'file') continue
    const folder = entry.webkitGetAsEntry()
    const file = entry.getAsFile()
    if (folder?.isDirectory) folders.push(folder.name)
    else if (file) files.push(withHandle(file, hasHandle(entry) ? entry.getAsFileSystemHandle() : undefined))
  }
  return { files: await Promise.all(files), folders }
}
