/** A range of bytes. Both ends are inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header for a file of `size` bytes. Undefined means the whole file: there is no header, or
 * RFC 9110 allows servers to ignore it, for example because it has several ranges. 'unsatisfiable' means that
 * the range is empty or begins after the end of the file.
 */
export const parseRange = (
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, firstDigits = '', lastDigits = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (firstDigits === '' && lastDigits === '') return undefined
  // `bytes=-500` asks for the last 500 bytes.
  if (firstDigits === '') {
    const length = Number(lastDigits)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(firstDigits)
  const end = lastDigits === '' ? Number.POSITIVE_INFINITY : Number(lastDigits)
  // An invalid range is ignored.
  if (end < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: Math.min(end, size - 1) }
}
