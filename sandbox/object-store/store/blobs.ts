import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A section of one blob; `end` is exclusive. */
export type Slice = { blob: string; start: number; end: number }

/** Approximate size of the pieces that go to and come from the disk. Limits the memory of a request. */
const bufferBytes = 512 * 1024

/**
 * The files that hold the bytes, with random names instead of keys, and the number of manifests, open uploads
 * and readers that refer to each. A file without references is removed.
 */
export const createBlobs = (directory: string) => {
  const whole = join(directory, 'blobs')
  const incoming = join(directory, 'incoming')
  const references = new Map<string, number>()

  rmSync(incoming, { recursive: true, force: true })
  mkdirSync(incoming, { recursive: true })
  mkdirSync(whole, { recursive: true })

  const remove = (blob: string) => rm(join(whole, blob), { force: true })

  /** Removes a blob that was written but is in no entry. */
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

  /** Stores a stream under a new name. If the stream fails, no part of it is kept. */
  const write = async (bytes: AsyncIterable<Buffer>) => {
    const blob = randomUUID()
    const draft = join(incoming, blob)
    const file = createWriteStream(draft, { highWaterMark: bufferBytes })
    try {
      await pipeline(bytes, file)
      await rename(draft, join(whole, blob))
    } catch (fault) {
      // Wait until the file is closed: it may still be opening, and could then be removed too early.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
      await rm(draft, { force: true })
      throw fault
    }
    return { blob, size: file.bytesWritten }
  }

  /** The bytes of slices, one after the other. */
  async function* read(slices: Iterable<Slice>): AsyncGenerator<Buffer> {
    for (const { blob, start, end } of slices) {
      yield* createReadStream(join(whole, blob), { start, end: end - 1, highWaterMark: bufferBytes })
    }
  }

  /** Retains slices and returns a function that sends their current bytes. Call it exactly once. */
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

  /** Removes files that a crash left behind: those in no journal entry. */
  const sweep = () => {
    for (const blob of readdirSync(whole)) {
      if (!references.has(blob)) rmSync(join(whole, blob), { force: true })
    }
  }

  return { retain, release, write, read, reader, sweep, removeUnreferenced }
}
