import { objectKey } from '../object-key.ts'
import type { LiveTask } from './live-task.ts'
import { usableParts } from './stored-parts.ts'
import type { PartsPorts } from './upload-in-parts.ts'

/** Shows how far a task had come before a restart, while it waits for its file. */
export const recallProgress = async (
  { ports, attempt, changed }: Pick<PartsPorts, 'ports' | 'attempt' | 'changed'>,
  task: LiveTask,
): Promise<void> => {
  const { uploadId, identityId, status, level, key } = task.saved
  if (uploadId === undefined || identityId === undefined || status.state !== 'PAUSED') return
  const whole = objectKey(level, identityId, key)
  const { signal } = new AbortController()
  const listed = await attempt(() => ports.transport.listParts(whole, uploadId, { signal }), signal, {
    acknowledged: 0,
  })
  if (!listed.ok || task.run) return
  task.progress.begin(usableParts(task, listed.value).reduce((sum, { size }) => sum + size, 0))
  changed(task)
}
