import { fail, ok } from '../../../lib/result.ts'
import type { FileCopies } from '../files/file-copies.ts'

type Options = { free?: number; fails?: 'full' | 'unreadable' | 'unsupported' | 'aborted' | undefined }

/** Creates copies in memory instead of on the device. `files` outlives an engine. */
export const createMemoryCopies = (
  files = new Map<string, File>(),
  { free = Number.MAX_SAFE_INTEGER, fails }: Options = {},
): FileCopies => ({
  areSupported: () => true,
  getFreeBytes: async () => free,
  write: async (id, file, signal) => {
    if (signal.aborted) return fail('aborted')
    files.set(id, file)
    return fails ? fail(fails) : ok(undefined)
  },
  open: async (id) => files.get(id),
  remove: async (id) => void files.delete(id),
  sweep: async (ids) => {
    for (const id of files.keys()) if (!ids.has(id)) files.delete(id)
  },
})
