import type { Slice } from '../store/blobs.ts'
import type { StoredObject } from '../store/entries.ts'

/** Consecutive bytes of an object. Unlike in HTTP's ranges, `end` is exclusive. */
export type ByteSpan = { start: number; end: number }

/** Lists the slices of blobs that contain a span of an object. */
export const listSlices = (object: StoredObject, { start, end }: ByteSpan): Slice[] => {
  const slices: Slice[] = []
  let offset = 0
  for (const { blob, size } of object.parts) {
    const slice = { blob, start: Math.max(start - offset, 0), end: Math.min(end - offset, size) }
    if (slice.start < slice.end) slices.push(slice)
    offset += size
  }
  return slices
}

/**
 * Finds the bytes of one part of an object; `number` counts from 1. An object uploaded in one piece has one
 * part.
 */
export const findPartSpan = (object: StoredObject, number: number): ByteSpan | undefined => {
  const part = object.parts[number - 1]
  if (part === undefined) return undefined
  const start = object.parts.slice(0, number - 1).reduce((sum, { size }) => sum + size, 0)
  return { start, end: start + part.size }
}
