import { ok } from '../../../lib/result.ts'
import type { Answer } from '../storage-failure.ts'
import type { ObjectTransport } from './ports.ts'

/**
 * Aborts what a create left in the store whose answer was lost: open uploads of a key that have no part. That of another
 * device could be among them, in the moment before its first part is stored: it begins again by itself, whereas taking
 * an upload over that may be another device's could mix two files. Where listing is refused, the bucket's lifecycle
 * rule has to end them.
 */
export const abortOrphans = async (transport: ObjectTransport, key: string): Answer<void> => {
  const listed = await transport.listUploads(key)
  if (!listed.ok) return listed.error.kind === 'refused' ? ok(undefined) : listed
  for (const uploadId of listed.value) {
    const parts = await transport.listParts(key, uploadId, { signal: new AbortController().signal })
    if (parts.ok && parts.value.length > 0) continue
    const aborted = parts.ok ? await transport.abort(key, uploadId) : parts
    if (!aborted.ok && aborted.error.kind !== 'no-such-upload') return aborted
  }
  return ok(undefined)
}
