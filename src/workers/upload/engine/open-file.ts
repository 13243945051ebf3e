import { fail, ok } from '../../../lib/result.ts'
import { mayRead } from '../file-permission.ts'
import type { Answer } from '../storage-failure.ts'
import { looksLike, sampleOf } from './file-identity.ts'
import type { LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'

type Digest = EnginePorts['digest']

const throughHandle = async ({ saved }: LiveTask, digest: Digest): Answer<File> => {
  const { handle } = saved
  if (!handle) return fail({ kind: 'file-needed', because: 'restart' })
  if (!(await mayRead(handle))) return fail({ kind: 'file-needed', because: 'permission' })
  const file = await handle.getFile()
  const same =
    looksLike(saved, file) && (saved.sample === undefined || saved.sample === (await sampleOf(file, digest)))
  return same ? ok(file) : fail({ kind: 'file-needed', because: 'changed' })
}

/**
 * The bytes of a task, from this session or through the stored handle, and its sample taken before the first of them is
 * sent.
 */
export const openFile = async (task: LiveTask, digest: Digest): Answer<File> => {
  try {
    const opened = task.file ? ok(task.file) : await throughHandle(task, digest)
    if (opened.ok) {
      task.file = opened.value
      task.saved.sample ??= await sampleOf(opened.value, digest)
    }
    return opened
  } catch {
    // The file changed, moved or vanished: browsers tell these apart differently, and the way on is the same.
    delete task.file
    return fail({ kind: 'file-needed', because: 'changed' })
  }
}
