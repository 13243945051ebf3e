import type { Found } from '../body/verification.ts'
import type { Entry, Part } from '../store/entries.ts'
import type { Call } from './operation.ts'

/** A stream of bytes. Call `found` after its end for the digests. */
type Source = { bytes: AsyncIterable<Buffer>; found: () => Found }

type Receiver = Pick<Call, 'store' | 'now'>

const storeBytes = async ({ store, now }: Receiver, source: Source): Promise<Part> => {
  const { blob, size } = await store.blobs.write(source.bytes)
  const { md5, checksum } = source.found()
  return { blob, size, etag: md5, modified: now(), ...(checksum && { checksum }) }
}

/**
 * Stores a stream and the entry that refers to it. Creates the entry after the last byte, so that it can
 * check what changed in the meantime. If `toEntry` throws, the bytes are removed.
 */
export const receivePart = async (receiver: Receiver, source: Source, toEntry: (part: Part) => Entry) => {
  const { store } = receiver
  const part = await storeBytes(receiver, source)
  try {
    await store.commit(toEntry(part))
  } finally {
    await store.blobs.removeUnreferenced(part.blob)
  }
  return part
}
