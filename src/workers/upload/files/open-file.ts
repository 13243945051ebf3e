import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { ChosenFile, Destination, FileRefusal } from '../../../uploads/commands.ts'
import { queryReadPermission } from '../../../uploads/file-permission.ts'
import { validateFile } from '../../../uploads/object-key.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { findFile, hasCopy, setSource } from '../task/source.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { FileCopies } from './file-copies.ts'

/** Computes the SHA-256 of bytes, in hexadecimal. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>

/** The size of each of the three samples. */
const sampleBytes = 64 * 1024

/**
 * Computes the SHA-256 of samples from the beginning, the middle and the end of a file. That is enough to
 * distinguish two recordings of one camera, and quick for a file of many GB. Rejects if the file cannot be
 * read.
 */
export const hashSamples = async (file: Blob, digest: Digest): Promise<string> => {
  const middle = Math.floor(file.size / 2)
  // A file that is not longer than the three samples together is hashed as a whole.
  const starts =
    file.size <= 3 * sampleBytes ? [0] : [0, middle - sampleBytes / 2, Math.max(0, file.size - sampleBytes)]
  const length = starts.length === 1 ? file.size : sampleBytes
  const samples = await Promise.all(starts.map((start) => file.slice(start, start + length).arrayBuffer()))
  return digest(new Uint8Array(await new Blob(samples).arrayBuffer()))
}

/** A chosen file with the hash of its samples, which distinguishes it from other files. */
export type IdentifiedFile = { chosen: ChosenFile; sampleHash: string }

/**
 * Reads the samples of a chosen file. Fails if the file cannot be uploaded. A dropped folder also has a name
 * and a size, but cannot be read.
 */
export const identifyFile = async (
  { digest, log }: { digest: Digest; log: Log },
  chosen: ChosenFile,
  { folder }: Destination,
): Promise<Result<IdentifiedFile, FileRefusal>> => {
  const { file } = chosen
  if (!(file instanceof Blob)) {
    log.warn('Object must be an instance of Blob')
    return fail('unreadable')
  }
  const validation = validateFile(chosen, folder)
  if (!validation.ok) return validation
  const sampleHash = await hashSamples(file, digest).catch(() => undefined)
  return sampleHash === undefined ? fail('unreadable') : ok({ chosen, sampleHash })
}

/**
 * Whether a file is the file of a task, by its name, size, type and samples. The modification time is left
 * out, because phones give a file a new time whenever it is chosen (docs/decisions/006).
 */
export const isSameFile = (
  task: Pick<SavedTask, 'name' | 'size' | 'type' | 'sample'>,
  file: File,
  sampleHash: string,
): boolean =>
  file.name === task.name && file.size === task.size && file.type === task.type && sampleHash === task.sample

export type CopyPorts = { copies: FileCopies; digest: Digest }

/**
 * Opens the app's copy of a task's file, and makes it the task's source. Called after a restart, or when the
 * original changed or vanished. The copy is used only if its size and samples match the chosen file, so that
 * bytes of two files are never mixed. Otherwise the task loses its copy, and the result is undefined.
 */
export const openCopy = async (task: LiveTask, { copies, digest }: CopyPorts): Promise<File | undefined> => {
  const { saved, source } = task
  if (!hasCopy(source)) return undefined
  const copy = await copies.open(saved.id)
  // Only a copy of the right size is read. A copy that cannot be read is not intact either.
  const sampleHash =
    copy?.size === saved.size ? await hashSamples(copy, digest).catch(() => undefined) : undefined
  if (copy && sampleHash === saved.sample) {
    setSource(task, { kind: 'copy', file: copy })
    return copy
  }
  setSource(task, source.kind === 'held' ? { kind: 'held', file: source.file } : { kind: 'lost' })
  return undefined
}

/** Opens the file of a handle, if the app may read it and it has not changed. Rejects if it vanished. */
const openHandle = async (
  saved: SavedTask,
  handle: FileSystemFileHandle,
  digest: Digest,
): StorageResult<File> => {
  const permission = await queryReadPermission(handle)
  if (permission !== 'granted')
    return fail({ kind: 'file-needed', because: permission === 'denied' ? 'denied' : 'permission' })
  const file = await handle.getFile()
  // Here the modification time must match too, because a file that is opened through its handle has a new
  // time only if it was written to.
  const isUnchanged =
    file.lastModified === saved.lastModified && isSameFile(saved, file, await hashSamples(file, digest))
  return isUnchanged ? ok(file) : fail({ kind: 'file-needed', because: 'changed' })
}

/**
 * Opens the file of a task: the file in memory, or after a restart the file of the stored handle, or the copy
 * on this device. Fails with `file-needed` if the coach has to choose the file again or to allow the app to
 * read it.
 */
export const openFile = async (task: LiveTask, ports: CopyPorts): StorageResult<File> => {
  const { saved, source } = task
  const file = findFile(source)
  if (file) return ok(file)
  try {
    if (source.kind === 'handle') {
      const result = await openHandle(saved, source.handle, ports.digest)
      if (result.ok) setSource(task, { ...source, file: result.value })
      return result
    }
    const copy = await openCopy(task, ports)
    return copy ? ok(copy) : fail({ kind: 'file-needed', because: 'restart' })
  } catch {
    // The file changed, moved or vanished. Browsers report this with different errors, which need no
    // distinction: the coach has to choose the file again.
    return fail({ kind: 'file-needed', because: 'changed' })
  }
}
