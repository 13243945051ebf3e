import { courses } from '../config/courses.ts'
import { parseRange } from '../lib/http/byte-range.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import { chunkSize, type DownloadedModule } from '../offline/downloaded-modules.ts'

/** A source of bytes: a whole response, or the chunks of a downloaded module. */
type RangeSource = {
  /** In bytes. */
  size: number
  type: string
  /** Returns the bytes from `first` to `last`, inclusive. */
  read: (first: number, last: number) => BodyInit
}

/**
 * Creates the response to a Range request, as a server does. Browsers request videos in ranges, and some
 * refuse a video without support for them.
 */
const createRangeResponse = ({ size, type, read }: RangeSource, header: string | null): Response => {
  const range = parseRange(header, size)
  const commonHeaders = { 'Accept-Ranges': 'bytes', 'Content-Type': type }
  if (!range) {
    return new Response(size === 0 ? null : read(0, size - 1), {
      headers: { ...commonHeaders, 'Content-Length': String(size) },
    })
  }
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  const { start, end } = range
  return new Response(read(start, end), {
    status: 206,
    statusText: 'Partial Content',
    headers: {
      ...commonHeaders,
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${size}`,
    },
  })
}

/**
 * Responds with a range of a complete response. `header` is the `Range` header of the request. If it is null,
 * resolves to the complete response.
 */
export const respondWithRange = async (response: Response, header: string | null): Promise<Response> => {
  if (header === null) return response
  const blob = await response.blob()
  const type = response.headers.get('Content-Type') ?? ''
  return createRangeResponse(
    { size: blob.size, type, read: (first, last) => blob.slice(first, last + 1, type) },
    header,
  )
}

/** Larger files are not cached. Every module's video is much smaller. */
const maxCachedBytes = 16 * 1024 * 1024

type VideoCache = {
  match: (url: string) => Promise<Response | undefined>
  put: (url: string, response: Response) => Promise<void>
}

type ServeDeps = {
  /** Opens the cache of videos. */
  cache: () => Promise<VideoCache>
  fetch: (request: Request | string) => Promise<Response>
}

/** Whether a response is a complete video that may be cached. */
const isCacheableVideo = ({ status, headers }: Response): boolean => {
  const size = Number(headers.get('Content-Length') ?? Number.POSITIVE_INFINITY)
  return status === 200 && size <= maxCachedBytes && (headers.get('Content-Type') ?? '').startsWith('video/')
}

/**
 * Returns the function that responds to a request for a video from the cache. At the first request, it
 * fetches and caches the whole video. The content at a video's URL never changes, so it is never fetched
 * again.
 */
export const createServeVideo =
  ({ cache, fetch }: ServeDeps) =>
  async (request: Request): Promise<Response> => {
    const range = request.headers.get('Range')
    const videos = await cache()
    const cached = await videos.match(request.url)
    if (cached) return respondWithRange(cached, range)
    // Without the `Range` header, so that the response is the whole video.
    const response = await fetch(request.url)
    if (!isCacheableVideo(response)) {
      await response.body?.cancel()
      return fetch(request)
    }
    // If the device is full, the video plays without being cached.
    await videos.put(request.url, withoutVary(response.clone())).catch(() => undefined)
    return respondWithRange(response, range)
  }

/** Finds the id of the module whose video has this path, in any format. */
export const findModuleOfVideo = (pathname: string): string | undefined =>
  courses
    .flatMap(({ modules }) => modules)
    .find((module) => module.kind === 'video' && module.video.sources.some(({ src }) => src === pathname))?.id

/** Streams the bytes from `first` to `last`, inclusive, chunk by chunk as the player reads them. */
const streamChunks = (module: DownloadedModule, first: number, last: number): ReadableStream<Uint8Array> => {
  let position = first
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const index = Math.floor(position / chunkSize)
      const chunk = await module.readChunk(index)
      if (!chunk) return controller.error(new Error('A chunk of the video is missing'))
      const end = Math.min(last + 1, (index + 1) * chunkSize)
      const bytes = await chunk.slice(position - index * chunkSize, end - index * chunkSize).arrayBuffer()
      controller.enqueue(new Uint8Array(bytes))
      position = end
      if (position > last) controller.close()
    },
  })
}

/**
 * Responds with a range of the video of a downloaded module. `header` is the `Range` header of the request.
 * Resolves to undefined if the video is not completely downloaded in the format of this path.
 */
export const serveDownloadedModule = async (
  module: DownloadedModule,
  pathname: string,
  header: string | null,
): Promise<Response | undefined> => {
  const download = await module.read()
  // `head` describes the downloaded video. Its `video` is the path, which differs for each format.
  if (!download?.isComplete || download.head.video !== pathname) return undefined
  const { size, type } = download.head
  return createRangeResponse({ size, type, read: (first, last) => streamChunks(module, first, last) }, header)
}
