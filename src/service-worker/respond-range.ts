type Range = { first: number; last: number }

/**
 * First and last byte of a Range header, both included; undefined for one that RFC 9110 lets a server ignore: several
 * ranges, one that ends before it begins, another unit.
 */
const parseRange = (header: string, size: number): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (from !== '') return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  return to === '' ? undefined : { first: Math.max(0, size - Number(to)), last: size - 1 }
}

/** Something with bytes to respond from: a whole response, or the pieces of a downloaded module. */
export type RangeSource = {
  /** bytes */
  size: number
  type: string
  /** The bytes from `first` to `last`, both included. */
  read: (first: number, last: number) => BodyInit
}

/**
 * Answers a Range request as the server would: browsers play a video in ranges, and some refuse a video whose server
 * ignores them.
 */
export const respondRange = ({ size, type, read }: RangeSource, header: string | null): Response => {
  const range = header === null ? undefined : parseRange(header, size)
  const always = { 'Accept-Ranges': 'bytes', 'Content-Type': type }
  if (!range) {
    return new Response(size === 0 ? null : read(0, size - 1), {
      headers: { ...always, 'Content-Length': String(size) },
    })
  }
  const { first, last } = range
  if (first > last)
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  return new Response(read(first, last), {
    status: 206,
    statusText: 'Partial Content',
    headers: {
      ...always,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${size}`,
    },
  })
}

/** Answers a Range request from a whole response. */
export const respondRangeOf = async (whole: Response, header: string | null): Promise<Response> => {
  if (header === null) return whole
  const blob = await whole.blob()
  const type = whole.headers.get('Content-Type') ?? ''
  return respondRange(
    { size: blob.size, type, read: (first, last) => blob.slice(first, last + 1, type) },
    header,
  )
}
