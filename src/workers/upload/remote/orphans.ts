import { ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { Work } from '../parts/work.ts'

/**
 * Aborts what creates left in the store whose answer was lost: open uploads of a key that have no part. A browser asks
 * again by itself where a connection ends without an answer, so a create that was heard may have begun two. That of another
 * device could be among them, in the moment before its first part is stored: it begins again by itself, whereas taking
 * an upload over that may be another device's could mix two files. Where listing is refused, the bucket's lifecycle
 * rule has to end them. `own` is the upload that goes on.
 */
export const abortOrphans = async (transport: ObjectTransport, key: string, own?: string): Answer<void> => {
  const listed = await transport.listUploads(key)
  if (!listed.ok) return listed.error.kind === 'refused' ? ok(undefined) : listed
  for (const uploadId of listed.value) {
    if (uploadId === own) continue
    const parts = await transport.listParts(key, uploadId, { signal: new AbortController().signal })
    if (parts.ok && parts.value.length > 0) continue
    const aborted = parts.ok ? await transport.abort(key, uploadId) : parts
    if (!aborted.ok && aborted.error.kind !== 'no-such-upload') return aborted
  }
  return ok(undefined)
}

/** Looks once for what the creates of a task left beside its upload. */
export const sweepOrphans = async (
  { attempt, ports }: Work,
  { saved }: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<void> => {
  if (!saved.mayHaveOrphans) return ok(undefined)
  const swept = await attempt(() => abortOrphans(ports.transport, key, saved.uploadId), signal, {
    acknowledged: 0,
  })
  if (swept.ok) delete saved.mayHaveOrphans
  return swept
}
