import { slicePart, countParts, getPart } from '../../../uploads/plan-parts.ts'
import type { ComputeChecksum } from '../files/checksum.ts'

/** A part to send. */
export type ReadyPart = {
  number: number
  body: Blob
  /**
   * Resolves to the CRC32 of the part, or to undefined if the part cannot be read. Called before each attempt
   * to send the part. Each call after the first reads the part again, which detects a changed file.
   */
  readChecksum: () => Promise<string | undefined>
}

/**
 * Returns the next part that the object store does not have, or undefined after the last part. A small file
 * is a single part.
 */
export type TakeNextPart = () => ReadyPart | undefined

type PartSource = { file: Blob; size: number; partSize: number; isStored: (part: number) => boolean }

/**
 * Creates a function that returns the parts in order. It computes the checksum of the next part while other
 * parts are being sent, and the checksum of the first part while the upload is created in the object store,
 * so that sending does not wait for reads. At most one part is read ahead, and no part is in memory as a
 * whole.
 */
export const createReadAhead = (
  computeChecksum: ComputeChecksum,
  { file, size, partSize, isStored }: PartSource,
  signal: AbortSignal,
): TakeNextPart => {
  // An empty file is one part, too.
  const partCount = Math.max(1, countParts(size, partSize))
  let number = 0

  const prepareNextPart = (): ReadyPart | undefined => {
    do number++
    while (isStored(number))
    if (number > partCount || signal.aborted) return undefined
    const body = slicePart(file, getPart(size, partSize, number))
    // Resolves to undefined if the part cannot be read.
    const read = () => computeChecksum(body, signal).catch(() => undefined)
    let firstRead: Promise<string | undefined> | undefined = read()
    return {
      number,
      body,
      readChecksum: () => {
        const result = firstRead ?? read()
        firstRead = undefined
        return result
      },
    }
  }

  let preparedPart = prepareNextPart()
  return () => {
    const part = preparedPart
    preparedPart = prepareNextPart()
    return part
  }
}
