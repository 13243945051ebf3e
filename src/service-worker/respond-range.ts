import { byteRange } from '../lib/http/byte-range.ts'

/** A source of bytes: a whole response, or the chunks of a downloaded module. */
export type RangeSource = {
  /** Bytes. */
  size: number
  type: string
  /** The bytes from `first` to `last`, both included. */
  read: (first: number, last: number) => BodyInit
}

/**
 * Answers a Range request like a server. Browsers play a video in ranges, and some refuse a video whose
 * server ignores them.
 */
export const respondRange = ({ size, type, read }: RangeSource, header: string | null): Response => {
  const range = byteRange(header, size)
  const always = { 'Accept-Ranges': 'bytes', 'Content-Type': type }
  if (!range) {
    return new Response(size === 0 ? null : read(0, size - 1), {
      headers: { ...always, 'Content-Length': String(size) },
    })
  }
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  const { start, end } = range
  return new Response(read(start, end), {
    status: 206,
    statusText: 'Partial Content',
    headers: {
      ...always,
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${size}`,
    },
  })
}

export const respondRangeOf = async (whole: Response, header: string | null): Promise<Response> => {
  if (header === null) return whole
  const blob = await whole.blob()
  const type = whole.headers.get('Content-Type') ?? ''
  return respondRange(
    { size: blob.size, type, read: (first, last) => blob.slice(first, last + 1, type) },
    header,
  )
}
