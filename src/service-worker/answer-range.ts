/** First and last byte of a Range header, both included; undefined when it asks for several ranges or for nothing known. */
const parseRange = (header: string, size: number): { first: number; last: number } | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from !== '') return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  return to === '' ? undefined : { first: Math.max(0, size - Number(to)), last: size - 1 }
}

/**
 * Answers a Range request from a whole response, as the server would: browsers play a video in ranges and some refuse a
 * video whose server ignores them.
 */
export const answerRange = async (whole: Response, header: string | null): Promise<Response> => {
  if (header === null) return whole
  const blob = await whole.blob()
  const { size } = blob
  const type = whole.headers.get('Content-Type') ?? ''
  const range = parseRange(header, size)
  if (!range) return new Response(blob, { headers: { 'Content-Type': type, 'Content-Length': String(size) } })
  const { first, last } = range
  if (first > last)
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  return new Response(blob.slice(first, last + 1, type), {
    status: 206,
    statusText: 'Partial Content',
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${size}`,
      'Content-Type': type,
    },
  })
}
