import { answerRangeOf } from './answer-range.ts'

/** bytes; a module's video is well below, anything above is left to the network */
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
 * Plays a video from the cache; the first time it is fetched whole, kept and answered in the range asked for. A video
 * keeps its address for ever, so what is kept is never asked for again.
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
    const kept = await videos.match(request.url)
    if (kept) return answerRangeOf(kept, range)
    const answer = await fetch(request.url)
    if (!isWholeVideo(answer)) {
      await answer.body?.cancel()
      return fetch(request)
    }
    // A full device still plays.
    await videos.put(request.url, answer.clone()).catch(() => undefined)
    return answerRangeOf(answer, range)
  }
