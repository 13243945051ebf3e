import type { Checksum } from '../files/checksum.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'

/** A part that is ready to leave. */
export type ReadyPart = {
  number: number
  body: Blob
  /** Read again each time but the first: a file that changed since is found out. Undefined where it cannot be read. */
  checksum: () => Promise<string | undefined>
}

/** Hands out the next part that the store lacks; undefined after the last one. A small file is its own only part. */
export type ReadAhead = () => ReadyPart | undefined

type Source = { file: Blob; size: number; partSize: number; isStored: (part: number) => boolean }

/**
 * Computes the checksum of the next part while others are being sent, and that of the first while the store is asked
 * for a place: the line never waits for the disk. There is never more than one ahead, and none is in memory as a whole.
 */
export const createReadAhead = (
  checksum: Checksum,
  { file, size, partSize, isStored }: Source,
  signal: AbortSignal,
): ReadAhead => {
  const count = Math.max(1, partCount(size, partSize))
  let number = 0

  const prepare = (): ReadyPart | undefined => {
    do number++
    while (isStored(number))
    if (number > count || signal.aborted) return undefined
    const body = partBody(file, partOf(size, partSize, number))
    const read = () => checksum(body, signal).catch(() => undefined)
    let ready: Promise<string | undefined> | undefined = read()
    return {
      number,
      body,
      checksum: () => {
        const present = ready ?? read()
        ready = undefined
        return present
      },
    }
  }

  let ahead = prepare()
  return () => {
    const next = ahead
    ahead = prepare()
    return next
  }
}
