import type { Found } from '../body/verification.ts'
import type { Entry, Part } from '../store/entries.ts'
import type { Call } from './operation.ts'

/** A stream of bytes whose digests are known once it has ended. */
type Source = { bytes: AsyncIterable<Buffer>; found: () => Found }

type Receiver = Pick<Call, 'store' | 'now'>

const storeBytes = async ({ store, now }: Receiver, source: Source): Promise<Part> => {
  const { blob, size } = await store.blobs.write(source.bytes)
  const { md5, checksum } = source.found()
  return { blob, size, etag: md5, modified: now(), ...(checksum && { checksum }) }
}

/**
 * Stores a stream and the entry that makes it count. The entry is made after the last byte, so it can check what may
 * have changed while the bytes came; when it refuses, the bytes are removed again.
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
