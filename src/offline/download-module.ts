import { fail, ok, type Result } from '../lib/result.ts'
import { isQuotaExceeded } from '../platform/storage/free-space.ts'
import { ModuleRemoved, chunkSize, type DownloadedModule, type VideoHead } from './downloaded-modules.ts'
import type { ModuleFiles } from './module-files.ts'

/** `stopped`: by the coach, here or in another tab. `no-answer` can pass without help; `refused` cannot. */
export type DownloadFailure = 'stopped' | 'no-answer' | 'refused' | 'storage-full'

export type DownloadDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** A copy that this device already has, because the video was played. */
  findPlayed: (url: string) => Promise<Response | undefined>
  /** Whether `bytes` more may be stored. The outbox needs room, too. */
  hasRoom: (bytes: number) => Promise<boolean>
}

type Download = {
  copy: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  /** Called with the number of received bytes and the total size. */
  onReceived: (received: number, size: number) => void
}

/** Thrown in this file. The caller gets a `DownloadFailure`. */
class RefusedError extends Error {}
class NoRoomError extends Error {}

/** The first byte of a part and the size of the whole file, from `Content-Range`. */
const parseContentRange = (response: Response): { start: number; size: number } | undefined => {
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? []
  return start === undefined ? undefined : { start: Number(start), size: Number(size) }
}

/**
 * Throws if a response is not a complete file: a TypeError, as for a lost connection, if it is not our
 * server's.
 */
const assertFile = ({ status, headers }: Response): void => {
  // An error of a gateway, or a captive portal's page.
  if (status >= 500 || /html/.test(headers.get('Content-Type') ?? ''))
    throw new TypeError('Not a response of ours')
  if (status !== 200) throw new RefusedError()
}

/** The head from a complete response. Without a size, a truncated video could not be detected. */
const parseHead = (response: Response, { video, extras }: ModuleFiles): VideoHead => {
  const { headers } = response
  const size = Number(headers.get('Content-Length') ?? 0)
  const type = headers.get('Content-Type') ?? ''
  assertFile(response)
  if (size === 0 || !type.startsWith('video/')) throw new RefusedError()
  return { video, size, tag: headers.get('ETag') ?? '', type, extras, paused: false }
}

/** The part of a video that is on the disk. `start` is the first byte that is missing. */
type StoredPart = { head: VideoHead; start: number }

/**
 * Requests the missing part of a video, past every cache. Without a stored part, or if the video has changed,
 * the server sends all of it.
 */
const requestVideo = async (
  { fetch }: DownloadDeps,
  { files: { video }, signal }: Download,
  stored?: StoredPart,
) =>
  fetch(video, {
    signal,
    cache: 'no-store',
    ...(stored && {
      headers: { Range: `bytes=${stored.start}-`, ...(stored.head.tag && { 'If-Range': stored.head.tag }) },
    }),
  })

/**
 * Splits a body into chunks and stores each complete chunk immediately, so that a lost connection costs less
 * than a chunk. Resolves to the number of received bytes, which is below `size` if the body ended early.
 */
const writeChunks = async (
  copy: Pick<DownloadedModule, 'putChunk'>,
  body: ReadableStream<Uint8Array>,
  { start, size, onReceived }: { start: number; size: number; onReceived: (bytes: number) => void },
): Promise<number> => {
  const reader = body.getReader()
  let index = start / chunkSize
  let received = start
  /** The bytes of the chunk that is not complete yet. */
  let rest = new Blob()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      received += value.byteLength
      rest = new Blob([rest, new Uint8Array(value)])
      while (rest.size >= chunkSize) {
        await copy.putChunk(index, rest.slice(0, chunkSize))
        rest = rest.slice(chunkSize)
        index += 1
      }
      onReceived(received)
    }
    if (received === size && rest.size > 0) await copy.putChunk(index, rest)
    return received
  } finally {
    // After a full disk, the rest of the body is not worth downloading. A body that has failed cannot be
    // cancelled.
    await reader.cancel().catch(() => undefined)
  }
}

/** Whether a partial response is the missing part of the stored video. */
const continuesPart = (response: Response, { head, start }: StoredPart): boolean => {
  const range = parseContentRange(response)
  return range?.start === start && range.size === head.size
}

/** Downloads the video, or the part of it that is missing. Throws if that fails. */
const saveVideo = async (deps: DownloadDeps, download: Download, stored?: StoredPart): Promise<void> => {
  const { copy, files, onReceived } = download
  const played = stored ? undefined : await deps.findPlayed(files.video)
  const response = played ?? (await requestVideo(deps, download, stored))
  const isPartial = response.status === 206
  const resumed = stored && isPartial && continuesPart(response, stored) ? stored : undefined
  if (isPartial && !resumed) {
    // Another part than the missing one is of no use, so the whole video is requested.
    await response.body?.cancel()
    return saveVideo(deps, download)
  }
  const head = resumed?.head ?? parseHead(response, files)
  const start = resumed?.start ?? 0
  if (!(await deps.hasRoom(head.size - start))) {
    await response.body?.cancel()
    throw new NoRoomError()
  }
  if (!resumed) await copy.begin(head)
  const received = response.body
    ? await writeChunks(copy, response.body, {
        start,
        size: head.size,
        onReceived: (bytes) => onReceived(bytes, head.size),
      })
    : start
  if (received < head.size) throw new TypeError('The video was cut')
  if (received > head.size) throw new RefusedError()
}

const saveExtras = async (deps: DownloadDeps, { copy, signal }: Download, { extras }: VideoHead) => {
  for (const url of extras) {
    if (await copy.hasExtra(url)) continue
    const response = await deps.fetch(url, { signal })
    assertFile(response)
    await copy.putExtra(url, response)
  }
}

const classifyFailure = (error: unknown, signal: AbortSignal): DownloadFailure => {
  if (signal.aborted || error instanceof ModuleRemoved) return 'stopped'
  if (error instanceof NoRoomError || isQuotaExceeded(error)) return 'storage-full'
  return error instanceof TypeError ? 'no-answer' : 'refused'
}

/** Downloads a module to this phone, and resumes an interrupted download. See [Note: Downloaded modules]. */
export const downloadModule = async (
  deps: DownloadDeps,
  download: Download,
): Promise<Result<void, DownloadFailure>> => {
  const { copy, files, signal } = download
  try {
    const content = await copy.read()
    // A head of another video, for example in another format, is of no use.
    const head = content?.head.video === files.video ? content.head : undefined
    const start = (content?.chunks ?? 0) * chunkSize
    if (!head || start < head.size)
      await saveVideo(deps, download, head && start > 0 ? { head, start } : undefined)
    const savedContent = await copy.read()
    if (savedContent) await saveExtras(deps, download, savedContent.head)
    return ok(undefined)
  } catch (error) {
    return fail(classifyFailure(error, signal))
  }
}
