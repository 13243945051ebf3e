/** A range of bytes. Both ends are inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header for a file of `size` bytes. Undefined means the whole file: there is no header, or
 * RFC 9110 allows a server to ignore it, for example with several ranges. 'unsatisfiable' means that the
 * range begins behind the end.
 */
export const byteRange = (
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}
