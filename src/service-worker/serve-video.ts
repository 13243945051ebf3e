import { withoutVary } from '../lib/http/without-vary.ts'
import { respondRangeOf } from './respond-range.ts'

/** Bytes. Every module's video is much smaller; a larger file is left to the network. */
const largest = 16 * 1024 * 1024

type VideoCache = {
  match: (address: string) => Promise<Response | undefined>
  put: (address: string, response: Response) => Promise<void>
}

const isWholeVideo = ({ status, headers }: Response): boolean => {
  const size = Number(headers.get('Content-Length') ?? Number.POSITIVE_INFINITY)
  return status === 200 && size <= largest && (headers.get('Content-Type') ?? '').startsWith('video/')
}

/**
 * Plays a video from the cache. The first time, the whole video is fetched and cached, and the requested
 * range is served. The content at a video's address never changes, so it is never fetched again.
 */
export const createVideoServer =
  ({
    cache,
    fetch,
  }: {
    cache: () => Promise<VideoCache>
    fetch: (request: Request | string) => Promise<Response>
  }) =>
  async (request: Request): Promise<Response> => {
    const range = request.headers.get('Range')
    const videos = await cache()
    const cached = await videos.match(request.url)
    if (cached) return respondRangeOf(cached, range)
    const response = await fetch(request.url)
    if (!isWholeVideo(response)) {
      await response.body?.cancel()
      return fetch(request)
    }
    // If the device is full, the video still plays.
    await videos.put(request.url, withoutVary(response.clone())).catch(() => undefined)
    return respondRangeOf(response, range)
  }
