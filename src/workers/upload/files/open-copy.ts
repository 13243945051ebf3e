import { sampleOf, type Digest } from './file-identity.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { FileCopies } from './file-copies.ts'

export type CopyPorts = { copies: FileCopies; digest: Digest }

/**
 * The copy that this app keeps of a task's file. It counts only with the size and the sample of what was chosen; a copy
 * that is gone or differs is kept no longer.
 */
export const openCopy = async (
  { saved }: LiveTask,
  { copies, digest }: CopyPorts,
): Promise<File | undefined> => {
  if (!saved.kept) return undefined
  const copy = await copies.open(saved.id)
  const sample = copy?.size === saved.size && (await sampleOf(copy, digest).catch(() => undefined))
  if (sample === saved.sample) return copy
  delete saved.kept
  return undefined
}

/**
 * Goes over to the copy when the file changed or vanished where it lay. Whether it could: from a copy the bytes that
 * were chosen go on, and nothing is mixed.
 */
export const takeCopy = async (task: LiveTask, ports: CopyPorts): Promise<boolean> => {
  if (task.fromCopy) return false
  const copy = await openCopy(task, ports)
  if (!copy) return false
  task.file = copy
  task.fromCopy = true
  return true
}
