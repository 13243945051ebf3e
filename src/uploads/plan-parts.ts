const mebibyte = 1024 * 1024

/**
 * In bytes. Files up to this size are sent in one request, larger files in parts of this size (specification
 * §9). `src/workers/upload/parts/concurrent-parts.ts` says how many are sent at the same time.
 */
export const defaultPartSize = 5 * mebibyte
/** The maximum number of parts in one upload. */
export const maxParts = 10_000
/** In bytes. The largest object that S3 stores: 5 TiB. */
export const maxFileSize = 5 * 1024 * 1024 * mebibyte

/** A range of the file: `start` is its first byte, `end` the first byte after it. Part numbers start at 1. */
export type FilePart = { number: number; start: number; end: number }

/**
 * Returns the part size in bytes for a file: 5 MiB, and above 48.8 GiB the smallest whole number of MiB that
 * needs at most 10,000 parts. It is saved with the task, because an upload cannot continue with parts of
 * another size.
 */
export const choosePartSize = (size: number): number =>
  Math.max(defaultPartSize, Math.ceil(size / maxParts / mebibyte) * mebibyte)

export const countParts = (size: number, partSize: number): number => Math.ceil(size / partSize)

export const getPart = (size: number, partSize: number, number: number): FilePart => ({
  number,
  start: (number - 1) * partSize,
  end: Math.min(number * partSize, size),
})

/** Returns a Blob for the bytes of a part. The bytes are read only when the Blob is read. */
export const slicePart = (file: Blob, { start, end }: FilePart): Blob => file.slice(start, end)
