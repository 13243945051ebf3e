import type { LiveTask } from '../task/live-task.ts'
import { hasCopy, setSource } from '../task/source.ts'
import type { FileCopies } from './file-copies.ts'
import { sampleOf, type Digest } from './file-identity.ts'

export type CopyPorts = { copies: FileCopies; digest: Digest }

/**
 * Goes over to the copy of a task's file: after a restart, or when the file changed or vanished where it lay. It counts only
 * with the size and the sample of what was chosen, so that nothing is mixed; a copy that is gone or differs is forgotten.
 */
export const openCopy = async (task: LiveTask, { copies, digest }: CopyPorts): Promise<File | undefined> => {
  const { saved, source } = task
  if (!hasCopy(source)) return undefined
  const copy = await copies.open(saved.id)
  const sample = copy?.size === saved.size && (await sampleOf(copy, digest).catch(() => undefined))
  const isWhole = sample === saved.sample
  if (isWhole && copy) setSource(task, { kind: 'copy', file: copy })
  else setSource(task, source.kind === 'held' ? { kind: 'held', file: source.file } : { kind: 'lost' })
  return isWhole ? copy : undefined
}
