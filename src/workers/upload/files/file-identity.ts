import type { SavedTask } from '../task/saved-task.ts'

/** SHA-256 in hexadecimal. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>

/** Bytes of each of the three samples. */
const sampleSize = 64 * 1024

/**
 * SHA-256 over the beginning, the middle and the end of a file: enough to distinguish two takes of a camera,
 * and quick on a file of many GB. Rejects if the file cannot be read.
 */
export const sampleOf = async (file: Blob, digest: Digest): Promise<string> => {
  const middle = Math.floor(file.size / 2)
  const starts =
    file.size <= 3 * sampleSize ? [0] : [0, middle - sampleSize / 2, Math.max(0, file.size - sampleSize)]
  const length = starts.length === 1 ? file.size : sampleSize
  const samples = await Promise.all(starts.map((start) => file.slice(start, start + length).arrayBuffer()))
  return digest(new Uint8Array(await new Blob(samples).arrayBuffer()))
}

/**
 * Whether a file is the file of a task, by its name, size, type and sample. The modification time is left
 * out, because phones give a file a new time whenever it is chosen (docs/decisions/006).
 */
export const isSameFile = (
  task: Pick<SavedTask, 'name' | 'size' | 'type' | 'sample'>,
  file: File,
  sample: string,
): boolean =>
  file.name === task.name && file.size === task.size && file.type === task.type && sample === task.sample
