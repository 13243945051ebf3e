import { fail, ok } from '../../../lib/result.ts'
import { mayRead } from '../file-permission.ts'
import type { Answer } from '../storage-failure.ts'
import { isSameFile, sampleOf } from './file-identity.ts'
import type { LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'

type Digest = EnginePorts['digest']

const throughHandle = async ({ saved }: LiveTask, digest: Digest): Answer<File> => {
  const { handle } = saved
  if (!handle) return fail({ kind: 'file-needed', because: 'restart' })
  if (!(await mayRead(handle))) return fail({ kind: 'file-needed', because: 'permission' })
  const file = await handle.getFile()
  // Here the time counts as well: a file that was found again where it lay has a new one only if it was written to.
  const same =
    file.lastModified === saved.lastModified && isSameFile(saved, file, await sampleOf(file, digest))
  return same ? ok(file) : fail({ kind: 'file-needed', because: 'changed' })
}

/** The bytes of a task, from this session or through the stored handle. */
export const openFile = async (task: LiveTask, digest: Digest): Answer<File> => {
  try {
    const opened = task.file ? ok(task.file) : await throughHandle(task, digest)
    if (opened.ok) task.file = opened.value
    return opened
  } catch {
    // The file changed, moved or vanished: browsers tell these apart differently, and the way on is the same.
    delete task.file
    return fail({ kind: 'file-needed', because: 'changed' })
  }
}
