import { fail, ok, type Result } from '../lib/result.ts'
import { isQuotaExceeded } from '../platform/storage/free-space.ts'
import { ModuleRemovedError, chunkSize, type DownloadedModule, type VideoHead } from './downloaded-modules.ts'
import type { ModuleFiles } from './module-files.ts'

/**
 * Why a download failed. `stopped`: the coach stopped it, in this tab or another. `unreachable`: there was
 * no usable response, so a later attempt may succeed. `refused`: a later attempt would fail, too.
 */
export type DownloadFailure = 'stopped' | 'unreachable' | 'refused' | 'storage-full'

export type DownloadDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Finds a copy of the video that was cached when it was played. */
  findPlayed: (url: string) => Promise<Response | undefined>
  /** Whether there is room for `bytes` of media. Some room is reserved for the outbox. */
  hasRoom: (bytes: number) => Promise<boolean>
}

type Download = {
  storedModule: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  /** Called with the number of received bytes and the total size. */
  onReceived: (received: number, size: number) => void
}

// These errors are thrown only inside this file. The caller gets a `DownloadFailure`.
class RefusedError extends Error {}
class NoRoomError extends Error {}

/** Parses `Content-Range` into the first byte of the part and the size of the whole file. */
const parseContentRange = (response: Response): { start: number; size: number } | undefined => {
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? []
  return start === undefined ? undefined : { start: Number(start), size: Number(size) }
}

/**
 * Throws if a response is not a complete file. For the response of a captive portal or proxy, throws a
 * TypeError, as `fetch` does for a lost connection, so that the download is retried.
 */
const assertFile = ({ status, headers }: Response): void => {
  if (status >= 500 || /html/.test(headers.get('Content-Type') ?? ''))
    throw new TypeError('The response did not come from our server')
  if (status !== 200) throw new RefusedError()
}

/** Creates the head, the stored description of a video, from a response with the whole video. */
const parseHead = (response: Response, { video, extras }: ModuleFiles): VideoHead => {
  const { headers } = response
  const size = Number(headers.get('Content-Length') ?? 0)
  const type = headers.get('Content-Type') ?? ''
  assertFile(response)
  // Without its size, a truncated video could not be detected.
  if (size === 0 || !type.startsWith('video/')) throw new RefusedError()
  return { video, size, tag: headers.get('ETag') ?? '', type, extras, paused: false }
}

/** The stored part of a video. `start` is the first missing byte. */
type StoredPart = { head: VideoHead; start: number }

/** `If-Range` makes the server send the whole video if it has changed since the part was stored. */
const createRangeHeaders = ({ head: { tag }, start }: StoredPart): Record<string, string> => ({
  Range: `bytes=${start}-`,
  ...(tag && { 'If-Range': tag }),
})

/**
 * Requests the missing part of a video, bypassing every cache. If no part is stored or the video has changed,
 * the server sends the whole video.
 */
const requestVideo = async (
  { fetch }: DownloadDeps,
  { files: { video }, signal }: Download,
  stored?: StoredPart,
) => fetch(video, { signal, cache: 'no-store', ...(stored && { headers: createRangeHeaders(stored) }) })

/**
 * Splits a body into chunks and stores each complete chunk immediately, so that a lost connection loses less
 * than a chunk. Resolves to the number of received bytes, which is less than `size` if the body ended early.
 */
const writeChunks = async (
  storedModule: Pick<DownloadedModule, 'putChunk'>,
  body: ReadableStream<Uint8Array>,
  { start, size, onReceived }: { start: number; size: number; onReceived: (bytes: number) => void },
): Promise<number> => {
  const reader = body.getReader()
  let index = start / chunkSize
  let received = start
  /** The received bytes of the next, incomplete chunk. */
  let rest = new Blob()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      received += value.byteLength
      rest = new Blob([rest, new Uint8Array(value)])
      while (rest.size >= chunkSize) {
        await storedModule.putChunk(index, rest.slice(0, chunkSize))
        rest = rest.slice(chunkSize)
        index += 1
      }
      onReceived(received)
    }
    if (received === size && rest.size > 0) await storedModule.putChunk(index, rest)
    return received
  } finally {
    // If the storage is full, the rest of the body is not needed. Cancelling rejects if the body itself
    // failed.
    await reader.cancel().catch(() => undefined)
  }
}

/** Whether a partial response continues the stored part of the video. */
const isContinuation = (response: Response, { head, start }: StoredPart): boolean => {
  const range = parseContentRange(response)
  return range?.start === start && range.size === head.size
}

/**
 * Saves the video: its missing part if a part is stored, a copy that was cached when it was played, or the
 * whole video from the server. Throws if that fails.
 */
const saveVideo = async (deps: DownloadDeps, download: Download, stored?: StoredPart): Promise<void> => {
  const { storedModule, files, onReceived } = download
  const playedResponse = stored ? undefined : await deps.findPlayed(files.video)
  const response = playedResponse ?? (await requestVideo(deps, download, stored))
  const isPartial = response.status === 206
  /** The part that the response continues. Undefined if the response is the whole video. */
  const resumedPart = stored && isPartial && isContinuation(response, stored) ? stored : undefined
  if (isPartial && !resumedPart) {
    // The response is not the missing part, so request the whole video.
    await response.body?.cancel()
    return saveVideo(deps, download)
  }
  const { head, start } = resumedPart ?? { head: parseHead(response, files), start: 0 }
  if (!(await deps.hasRoom(head.size - start))) {
    await response.body?.cancel()
    throw new NoRoomError()
  }
  if (!resumedPart) await storedModule.start(head)
  const { size } = head
  const range = { start, size, onReceived: (bytes: number) => onReceived(bytes, size) }
  const received = response.body ? await writeChunks(storedModule, response.body, range) : start
  // `classifyFailure` treats a TypeError as a lost connection, so the download is retried.
  if (received < size) throw new TypeError('The video was truncated')
  if (received > size) throw new RefusedError()
}

/** Saves the captions and the poster, except those that are already stored. */
const saveExtras = async (deps: DownloadDeps, { storedModule, signal }: Download, { extras }: VideoHead) => {
  for (const url of extras) {
    if (await storedModule.hasExtra(url)) continue
    const response = await deps.fetch(url, { signal })
    assertFile(response)
    await storedModule.putExtra(url, response)
  }
}

/** Classifies a thrown error. `fetch` and streams throw a TypeError if the connection is lost. */
const classifyFailure = (error: unknown, signal: AbortSignal): DownloadFailure => {
  if (signal.aborted || error instanceof ModuleRemovedError) return 'stopped'
  if (error instanceof NoRoomError || isQuotaExceeded(error)) return 'storage-full'
  return error instanceof TypeError ? 'unreachable' : 'refused'
}

/** Downloads a module to its own cache on this device, or resumes its download. */
export const downloadModule = async (
  deps: DownloadDeps,
  download: Download,
): Promise<Result<void, DownloadFailure>> => {
  const { storedModule, files, signal } = download
  try {
    const content = await storedModule.read()
    // The stored part cannot be used if it belongs to another video, for example in another format.
    const head = content?.head.video === files.video ? content.head : undefined
    const start = (content?.chunkCount ?? 0) * chunkSize
    const storedPart = head && start > 0 ? { head, start } : undefined
    const isComplete = head !== undefined && start >= head.size
    if (!isComplete) await saveVideo(deps, download, storedPart)
    const savedContent = await storedModule.read()
    if (savedContent) await saveExtras(deps, download, savedContent.head)
    return ok(undefined)
  } catch (error) {
    return fail(classifyFailure(error, signal))
  }
}
