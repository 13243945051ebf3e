import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Some of the bytes of a blob: from offset `start` up to, but not including, `end`. */
export type Slice = { blob: string; start: number; end: number }

/** Files are written and read in pieces of this size, which limits the memory that a request needs. */
const bufferBytes = 512 * 1024

/**
 * Stores bytes in files with random names (*blobs*), which never change. Objects, open uploads and downloads
 * may refer to the same blob, for example after an object was copied. By reference counting in memory, a file
 * is removed with the last reference to it.
 */
export const createBlobs = (directory: string) => {
  const blobDirectory = join(directory, 'blobs')
  const incomingDirectory = join(directory, 'incoming')
  /** The number of references by blob. A blob without references is not in the map. */
  const referenceCounts = new Map<string, number>()

  rmSync(incomingDirectory, { recursive: true, force: true })
  mkdirSync(incomingDirectory, { recursive: true })
  mkdirSync(blobDirectory, { recursive: true })

  const toPath = (blob: string) => join(blobDirectory, blob)
  const remove = (blob: string) => rm(toPath(blob), { force: true })

  /** Removes a blob that was written, unless a journal entry refers to it. */
  const removeUnreferenced = async (blob: string) => {
    if (!referenceCounts.has(blob)) await remove(blob)
  }

  /** Adds one reference to each blob. */
  const retain = (blobs: Iterable<string>) => {
    for (const blob of blobs) referenceCounts.set(blob, (referenceCounts.get(blob) ?? 0) + 1)
  }

  /** Removes one reference from each blob, and the files of those that have none left. */
  const release = async (blobs: Iterable<string>) => {
    const unreferenced: string[] = []
    for (const blob of blobs) {
      const count = (referenceCounts.get(blob) ?? 0) - 1
      if (count > 0) referenceCounts.set(blob, count)
      // `delete` returns false for a blob that had no references.
      else if (referenceCounts.delete(blob)) unreferenced.push(blob)
    }
    await Promise.all(unreferenced.map(remove))
  }

  /**
   * Stores a stream as a new blob, still without references. A blob gets its final name only when it is
   * complete. If the stream fails, nothing is stored.
   */
  const write = async (bytes: AsyncIterable<Buffer>) => {
    const blob = randomUUID()
    const draft = join(incomingDirectory, blob)
    const file = createWriteStream(draft, { highWaterMark: bufferBytes })
    try {
      await pipeline(bytes, file)
      await rename(draft, toPath(blob))
    } catch (error) {
      // The file may still be opening. If it were removed before it is closed, opening could create it again.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
      await rm(draft, { force: true })
      throw error
    }
    return { blob, size: file.bytesWritten }
  }

  /** Yields the bytes of slices, one slice after the other. */
  async function* read(slices: Iterable<Slice>): AsyncGenerator<Buffer> {
    for (const { blob, start, end } of slices) {
      yield* createReadStream(toPath(blob), { start, end: end - 1, highWaterMark: bufferBytes })
    }
  }

  /**
   * Prepares to write the bytes of slices to a response. Holds a reference to their blobs, so that the bytes
   * stay even if the object is deleted. Call the inner function exactly once, because it releases the blobs.
   */
  const createReader = (slices: readonly Slice[]) => {
    const blobs = slices.map(({ blob }) => blob)
    retain(blobs)
    return async (target: Writable) => {
      try {
        await pipeline(read(slices), target)
      } finally {
        await release(blobs)
      }
    }
  }

  /** Removes blobs without references, which a crash may have left. Call it after `retain` at the start. */
  const removeLeftovers = () => {
    for (const blob of readdirSync(blobDirectory)) {
      if (!referenceCounts.has(blob)) rmSync(toPath(blob), { force: true })
    }
  }

  return { retain, release, write, read, createReader, removeLeftovers, removeUnreferenced }
}
