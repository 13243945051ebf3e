import type { SavedTask } from '../saved-task.ts'
import type { EnginePorts } from './ports.ts'

/** bytes of each of the three samples */
const sampleSize = 64 * 1024

/**
 * SHA-256 over the beginning, the middle and the end of a file: enough to tell two takes of a camera apart, and quick on
 * a file of many GB. Rejects where the file cannot be read.
 */
export const sampleOf = async (file: Blob, digest: EnginePorts['digest']): Promise<string> => {
  const middle = Math.floor(file.size / 2)
  const starts =
    file.size <= 3 * sampleSize ? [0] : [0, middle - sampleSize / 2, Math.max(0, file.size - sampleSize)]
  const length = starts.length === 1 ? file.size : sampleSize
  const samples = new Blob(starts.map((start) => file.slice(start, start + length)))
  return digest(new Uint8Array(await samples.arrayBuffer()))
}

/** Whether a file says of itself that it is the one of a task; its content is compared by `sampleOf`. */
export const looksLike = (
  task: Pick<SavedTask, 'name' | 'size' | 'lastModified' | 'type'>,
  file: File,
): boolean =>
  file.name === task.name &&
  file.size === task.size &&
  file.lastModified === task.lastModified &&
  file.type === task.type
