import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A section of one blob, by its file name. `end` is exclusive. */
export type Slice = { blob: string; start: number; end: number }

/**
 * The size of the pieces in which files are written and read. It limits the memory that a request needs.
 */
const bufferBytes = 512 * 1024

/**
 * Stores bytes in files (blobs) with random names. Counts how many manifests, open uploads and readers refer
 * to each blob, and removes a blob without references.
 */
export const createBlobs = (directory: string) => {
  const blobDirectory = join(directory, 'blobs')
  const incomingDirectory = join(directory, 'incoming')
  /** The number of references to each blob that has any. */
  const references = new Map<string, number>()

  rmSync(incomingDirectory, { recursive: true, force: true })
  mkdirSync(incomingDirectory, { recursive: true })
  mkdirSync(blobDirectory, { recursive: true })

  const toPath = (blob: string) => join(blobDirectory, blob)
  const remove = (blob: string) => rm(toPath(blob), { force: true })

  /** Removes a blob that was written but is in no entry. */
  const removeUnreferenced = async (blob: string) => {
    if (!references.has(blob)) await remove(blob)
  }

  /** Adds one reference to each blob. */
  const retain = (blobs: Iterable<string>) => {
    for (const blob of blobs) references.set(blob, (references.get(blob) ?? 0) + 1)
  }

  /** Removes one reference from each blob, and the files of those that have none left. */
  const release = async (blobs: Iterable<string>) => {
    const unreferenced: string[] = []
    for (const blob of blobs) {
      const count = (references.get(blob) ?? 0) - 1
      if (count > 0) references.set(blob, count)
      else if (references.delete(blob)) unreferenced.push(blob)
    }
    await Promise.all(unreferenced.map(remove))
  }

  /** Stores a stream as a new blob. If the stream fails, nothing is stored. */
  const write = async (bytes: AsyncIterable<Buffer>) => {
    const blob = randomUUID()
    const draft = join(incomingDirectory, blob)
    const file = createWriteStream(draft, { highWaterMark: bufferBytes })
    try {
      await pipeline(bytes, file)
      await rename(draft, toPath(blob))
    } catch (fault) {
      // The file may still be opening. Removing it before it is closed could leave it behind.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
      await rm(draft, { force: true })
      throw fault
    }
    return { blob, size: file.bytesWritten }
  }

  /** Yields the bytes of slices, one after the other. */
  async function* read(slices: Iterable<Slice>): AsyncGenerator<Buffer> {
    for (const { blob, start, end } of slices) {
      yield* createReadStream(toPath(blob), { start, end: end - 1, highWaterMark: bufferBytes })
    }
  }

  /**
   * Retains the blobs of slices and returns a function that sends their bytes, even if the object is deleted
   * during the transfer. Call the function exactly once, because it releases the blobs.
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

  /** Removes files to which no journal entry refers. A crash may have left some. */
  const removeLeftovers = () => {
    for (const blob of readdirSync(blobDirectory)) {
      if (!references.has(blob)) rmSync(toPath(blob), { force: true })
    }
  }

  return { retain, release, write, read, createReader, removeLeftovers, removeUnreferenced }
}
