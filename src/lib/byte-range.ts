/** The bytes that are asked for, both ends included. */
export type ByteRange = { start: number; end: number }

/**
 * What a Range header asks of a file of so many bytes: undefined for the whole file (no header, or one that RFC 9110
 * lets a server ignore, as several ranges at once), 'unsatisfiable' when it begins behind the end.
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
