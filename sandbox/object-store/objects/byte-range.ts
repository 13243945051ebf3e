/** Bytes from `start` up to, not including, `end`. */
export type ByteRange = { start: number; end: number }

const singleRange = /^bytes=(\d*)-(\d*)$/

/**
 * Reads a Range header for so many bytes. Undefined means the whole object: S3 overlooks what it cannot read and does not
 * serve several ranges at once.
 */
export const readByteRange = (header: string, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first, last] = singleRange.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
