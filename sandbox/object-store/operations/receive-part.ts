import type { BodyDigests } from '../body/verification.ts'
import type { JournalEntry, Part } from '../store/entries.ts'
import type { Call } from './operation.ts'

/** A stream of bytes. Call `getDigests` after its end. */
type Source = { bytes: AsyncIterable<Buffer>; getDigests: () => BodyDigests }

type ReceiveDeps = Pick<Call, 'store' | 'now'>

const storeBytes = async ({ store, now }: ReceiveDeps, source: Source): Promise<Part> => {
  const { blob, size } = await store.blobs.write(source.bytes)
  const { md5, checksum } = source.getDigests()
  return { blob, size, etag: md5, modified: now(), ...(checksum && { checksum }) }
}

/**
 * Stores a stream and the entry that refers to it. Calls `toEntry` after the last byte, so that it can check
 * what has changed since the first byte. If `toEntry` throws, removes the bytes.
 */
export const receivePart = async (
  deps: ReceiveDeps,
  source: Source,
  toEntry: (part: Part) => JournalEntry,
) => {
  const { store } = deps
  const part = await storeBytes(deps, source)
  try {
    await store.commit(toEntry(part))
  } finally {
    // Removes nothing after a successful commit, because the entry refers to the blob.
    await store.blobs.removeUnreferenced(part.blob)
  }
  return part
}
