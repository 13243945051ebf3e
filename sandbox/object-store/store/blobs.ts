import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A stretch of one blob; `end` is the byte after its last. */
export type Slice = { blob: string; start: number; end: number }

/** Pieces of about this size go to and come from the disk. It bounds what a request holds in memory. */
const bufferBytes = 512 * 1024

/**
 * The files that hold the bytes, named by chance and never by a key, and how many manifests, open uploads and readers
 * need each of them. A file nobody needs any more is removed.
 */
export const createBlobs = (directory: string) => {
  const whole = join(directory, 'blobs')
  const incoming = join(directory, 'incoming')
  const references = new Map<string, number>()

  rmSync(incoming, { recursive: true, force: true })
  mkdirSync(incoming, { recursive: true })
  mkdirSync(whole, { recursive: true })

  const remove = (blob: string) => rm(join(whole, blob), { force: true })

  /** Removes a blob that came to nothing: it was written, and then no entry named it. */
  const removeUnreferenced = async (blob: string) => {
    if (!references.has(blob)) await remove(blob)
  }

  const retain = (blobs: Iterable<string>) => {
    for (const blob of blobs) references.set(blob, (references.get(blob) ?? 0) + 1)
  }

  const release = async (blobs: Iterable<string>) => {
    const unneeded: string[] = []
    for (const blob of blobs) {
      const count = (references.get(blob) ?? 0) - 1
      if (count > 0) references.set(blob, count)
      else if (references.delete(blob)) unneeded.push(blob)
    }
    await Promise.all(unneeded.map(remove))
  }

  /** Stores a stream under a new name. When the stream fails, nothing of it is left. */
  const write = async (bytes: AsyncIterable<Buffer>) => {
    const blob = randomUUID()
    const draft = join(incoming, blob)
    const file = createWriteStream(draft, { highWaterMark: bufferBytes })
    try {
      await pipeline(bytes, file)
      await rename(draft, join(whole, blob))
    } catch (fault) {
      // Only a closed file is surely there to be removed: it may still be on its way to being opened.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
      await rm(draft, { force: true })
      throw fault
    }
    return { blob, size: file.bytesWritten }
  }

  /** The bytes of some slices, one after the other. */
  async function* read(slices: Iterable<Slice>): AsyncGenerator<Buffer> {
    for (const { blob, start, end } of slices) {
      yield* createReadStream(join(whole, blob), { start, end: end - 1, highWaterMark: bufferBytes })
    }
  }

  /** Holds on to some slices and gives a function, to be called once, that sends them as they were when it was made. */
  const reader = (slices: readonly Slice[]) => {
    const needed = slices.map(({ blob }) => blob)
    retain(needed)
    return async (into: Writable) => {
      try {
        await pipeline(read(slices), into)
      } finally {
        await release(needed)
      }
    }
  }

  /** Removes what a crash left behind: files that no entry of the journal names. */
  const sweep = () => {
    for (const blob of readdirSync(whole)) {
      if (!references.has(blob)) rmSync(join(whole, blob), { force: true })
    }
  }

  return { retain, release, write, read, reader, sweep, removeUnreferenced }
}
