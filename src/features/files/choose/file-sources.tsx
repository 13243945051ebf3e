import type { Ref } from 'react'
import type { ChosenFile } from '../../../uploads/commands.ts'
import { addFolder, type FileSelection } from './folder-files.ts'

// The methods of these two types are missing in TypeScript's DOM types, because only Chromium has them.
type FilePicker = {
  showOpenFilePicker: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
}
type HandleSource = { getAsFileSystemHandle: () => Promise<FileSystemHandle | null> }

const hasFilePicker = (target: object): target is FilePicker =>
  'showOpenFilePicker' in target && typeof target.showOpenFilePicker === 'function'
const hasHandle = (item: object): item is HandleSource => 'getAsFileSystemHandle' in item
const isFileHandle = (handle: FileSystemHandle | null): handle is FileSystemFileHandle =>
  handle?.kind === 'file'

/**
 * Whether this browser has a file picker that returns handles. A handle refers to a file of the device, and
 * can be stored. With its handle, a file does not have to be chosen again when its upload resumes after a
 * restart.
 */
export const supportsFilePicker = (): boolean => hasFilePicker(window)

/** Creates a selection of files that could all be read. */
export const createSelection = (files: ChosenFile[]): FileSelection => ({
  files,
  unreadable: [],
  isTruncated: false,
})

const addFromHandle = async (handle: FileSystemFileHandle, selection: FileSelection): Promise<void> => {
  // Rejects if the file was moved or deleted, or must not be read.
  const file = await handle.getFile().catch(() => undefined)
  if (file) selection.files.push({ file, handle })
  else selection.unreadable.push(handle.name)
}

/** Opens the file picker that returns handles. Returns no files if the coach closed it. */
export const pickFiles = async ({ multiple }: { multiple: boolean }): Promise<FileSelection> => {
  const selection = createSelection([])
  if (!hasFilePicker(window)) return selection
  // Rejects if the coach closes the picker, or presses the button again while it is open.
  const handles = await window.showOpenFilePicker({ multiple }).catch(() => [])
  for (const handle of handles) await addFromHandle(handle, selection)
  return selection
}

type FieldProps = {
  ref: Ref<HTMLInputElement>
  label: string
  /** What the field opens: the files of the device, all files of one folder, or the camera of a phone. */
  source: 'file' | 'files' | 'folder' | 'camera'
  onChoose: (files: ChosenFile[]) => void
}

const attributesBySource = {
  file: {},
  files: { multiple: true },
  folder: { multiple: true, webkitdirectory: '' },
  // The camera on the back of the phone.
  camera: { accept: 'video/*', capture: 'environment' },
} as const

/** Converts a file of the browser's own input. Adds the path of a file that was chosen with its folder. */
const toChosenFile = (file: File): ChosenFile =>
  file.webkitRelativePath === '' ? { file } : { file, path: file.webkitRelativePath }

/** The browser's own file input, whose files have no handles. It is hidden: a button opens it. */
export const FileField = ({ ref, label, source, onChoose }: FieldProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    {...attributesBySource[source]}
    aria-label={label}
    onChange={({ currentTarget }) => {
      onChoose([...(currentTarget.files ?? [])].map(toChosenFile))
      // Otherwise choosing the same file twice in a row would fire no second event.
      currentTarget.value = ''
    }}
  />
)

const attachHandle = async (
  file: File,
  handleRequest: Promise<FileSystemHandle | null> | undefined,
): Promise<ChosenFile> => {
  // A file can be uploaded without its handle, so a failure to get the handle is ignored.
  const handle = await handleRequest?.catch(() => null)
  return handle && isFileHandle(handle) ? { file, handle } : { file }
}

/** Reads dropped or pasted files and folders. */
export const readDroppedFiles = async ({ items }: DataTransfer): Promise<FileSelection> => {
  const folders: FileSystemEntry[] = []
  const files: Promise<ChosenFile>[] = []
  // Takes all items before the first `await`, because the browser empties the list when the event ends.
  for (const item of items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) folders.push(entry)
    else if (file) files.push(attachHandle(file, hasHandle(item) ? item.getAsFileSystemHandle() : undefined))
  }
  const selection = createSelection(await Promise.all(files))
  for (const folder of folders) await addFolder(folder, selection)
  return selection
}
