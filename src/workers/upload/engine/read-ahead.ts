import type { EnginePorts } from './ports.ts'
import { partBody, partCount, partOf } from './plan-parts.ts'

/** A part that is ready to leave. Its checksum is undefined where the file could not be read. */
export type ReadyPart = { number: number; body: Blob; checksum: Promise<string | undefined> }

type Source = { file: Blob; size: number; partSize: number; isStored: (part: number) => boolean }

/**
 * Hands out the parts that the store lacks. The checksum of the next one is computed while others are being sent, so that
 * the line never waits for the disk; there is never more than one ahead, and none of them is in memory as a whole.
 */
export const createReadAhead = (
  checksum: EnginePorts['checksum'],
  { file, size, partSize, isStored }: Source,
  signal: AbortSignal,
): (() => ReadyPart | undefined) => {
  let number = 0
  const prepare = (): ReadyPart | undefined => {
    do number++
    while (isStored(number))
    if (number > partCount(size, partSize) || signal.aborted) return undefined
    const body = partBody(file, partOf(size, partSize, number))
    return { number, body, checksum: checksum(body, signal).catch(() => undefined) }
  }
  let ahead = prepare()
  return () => {
    const next = ahead
    ahead = prepare()
    return next
  }
}
