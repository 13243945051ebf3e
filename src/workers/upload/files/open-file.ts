import { fail, ok } from '../../../lib/result.ts'
import { readPermission } from '../../../uploads/file-permission.ts'
import { openCopy, type CopyPorts } from './open-copy.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { isSameFile, sampleOf, type Digest } from './file-identity.ts'
import type { LiveTask } from '../task/live-task.ts'

const throughHandle = async (
  saved: SavedTask,
  handle: FileSystemFileHandle,
  digest: Digest,
): Answer<File> => {
  const permission = await readPermission(handle)
  if (permission !== 'granted')
    return fail({ kind: 'file-needed', because: permission === 'denied' ? 'denied' : 'permission' })
  const file = await handle.getFile()
  // Here the time counts as well: a file that was found again where it lay has a new one only if it was written to.
  const same =
    file.lastModified === saved.lastModified && isSameFile(saved, file, await sampleOf(file, digest))
  return same ? ok(file) : fail({ kind: 'file-needed', because: 'changed' })
}

/** After a restart: through the stored handle, else from the copy on this device, else the person has to choose again. */
const find = async (task: LiveTask, ports: CopyPorts): Answer<File> => {
  const { handle } = task.saved
  if (handle) return throughHandle(task.saved, handle, ports.digest)
  const copy = await openCopy(task, ports)
  if (!copy) return fail({ kind: 'file-needed', because: 'restart' })
  task.fromCopy = true
  return ok(copy)
}

/** The bytes of a task, from this session or from where they outlived it. */
export const openFile = async (task: LiveTask, ports: CopyPorts): Answer<File> => {
  try {
    const opened = task.file ? ok(task.file) : await find(task, ports)
    if (opened.ok) task.file = opened.value
    return opened
  } catch {
    // The file changed, moved or vanished: browsers tell these apart differently, and the way on is the same.
    delete task.file
    return fail({ kind: 'file-needed', because: 'changed' })
  }
}
