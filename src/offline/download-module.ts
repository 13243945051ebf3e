import { fail, ok, type Result } from '../lib/result.ts'
import { ModuleRemoved, chunkSize, type DownloadedModule, type VideoHead } from './downloaded-modules.ts'
import { isQuotaExceeded } from '../platform/storage/free-space.ts'
import type { ModuleFiles } from './module-files.ts'

/** `stopped`: by the coach, here or in another tab. `no-answer` can pass without help; `refused` cannot. */
export type DownloadFailure = 'stopped' | 'no-answer' | 'refused' | 'storage-full'

export type DownloadDeps = {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  /** A copy that this device already has, because the video was played. */
  played: (address: string) => Promise<Response | undefined>
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

/** Internal error. The caller gets a `DownloadFailure`. */
class Refused extends Error {}
class NoRoom extends Error {}

/** The first byte of a part and the size of the whole file, from `Content-Range`. */
const partOf = (response: Response): { from: number; size: number } | undefined => {
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? []
  return from === undefined ? undefined : { from: Number(from), size: Number(size) }
}

const isFile = (response: Response): boolean => {
  const { status, headers } = response
  // An error of a gateway, or a portal's page: not a response of our server.
  if (status >= 500 || /html/.test(headers.get('Content-Type') ?? ''))
    throw new TypeError('Not a response of ours')
  return status === 200
}

/** The head from a complete response. Without a size, a truncated video could not be detected. */
const headOf = (response: Response, { video, extras }: ModuleFiles): VideoHead => {
  const { headers } = response
  const size = Number(headers.get('Content-Length') ?? 0)
  const type = headers.get('Content-Type') ?? ''
  if (!isFile(response) || size === 0 || !type.startsWith('video/')) throw new Refused()
  return { video, size, tag: headers.get('ETag') ?? '', type, extras, paused: false }
}

/** Requests the missing part, past every cache. If the video has changed, the server sends all of it. */
const request = async ({ fetch }: DownloadDeps, { video }: ModuleFiles, signal: AbortSignal, known?: Known) =>
  fetch(video, {
    signal,
    cache: 'no-store',
    ...(known && {
      headers: { Range: `bytes=${known.from}-`, ...(known.head.tag && { 'If-Range': known.head.tag }) },
    }),
  })

type Known = { head: VideoHead; from: number }

/**
 * Splits a body into chunks and stores each complete chunk immediately, so that a lost connection costs less
 * than a chunk. Resolves to the number of received bytes, which is below `size` if the body ended early.
 */
const writeChunks = async (
  copy: Pick<DownloadedModule, 'putChunk'>,
  body: ReadableStream<Uint8Array>,
  { from, size, onReceived }: { from: number; size: number; onReceived: (bytes: number) => void },
): Promise<number> => {
  const reader = body.getReader()
  let index = from / chunkSize
  let received = from
  let held = new Blob()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      received += value.byteLength
      held = new Blob([held, new Uint8Array(value)])
      while (held.size >= chunkSize) {
        await copy.putChunk(index, held.slice(0, chunkSize))
        held = held.slice(chunkSize)
        index += 1
      }
      onReceived(received)
    }
    if (received === size && held.size > 0) await copy.putChunk(index, held)
    return received
  } finally {
    // After a full disk, the rest of the body is not worth downloading.
    await reader.cancel().catch(() => undefined)
  }
}

const saveVideo = async (deps: DownloadDeps, download: Download, known?: Known): Promise<void> => {
  const { copy, files, signal, onReceived } = download
  const response =
    (known ? undefined : await deps.played(files.video)) ?? (await request(deps, files, signal, known))
  const part = known && response.status === 206 ? partOf(response) : undefined
  const resumed = part?.from === known?.from && part?.size === known?.head.size ? known : undefined
  if (response.status === 206 && !resumed) {
    await response.body?.cancel()
    return saveVideo(deps, download)
  }
  const head = resumed?.head ?? headOf(response, files)
  const from = resumed?.from ?? 0
  if (!(await deps.hasRoom(head.size - from))) {
    await response.body?.cancel()
    throw new NoRoom()
  }
  if (!resumed) await copy.begin(head)
  const received = response.body
    ? await writeChunks(copy, response.body, {
        from,
        size: head.size,
        onReceived: (bytes) => onReceived(bytes, head.size),
      })
    : from
  if (received < head.size) throw new TypeError('The video was cut')
  if (received > head.size) throw new Refused()
}

const saveExtras = async (deps: DownloadDeps, { copy, signal }: Download, { extras }: VideoHead) => {
  for (const address of extras) {
    if (await copy.hasExtra(address)) continue
    const response = await deps.fetch(address, { signal })
    if (!isFile(response)) throw new Refused()
    await copy.putExtra(address, response)
  }
}

const downloadFailureOf = (error: unknown, signal: AbortSignal): DownloadFailure => {
  if (signal.aborted || error instanceof ModuleRemoved) return 'stopped'
  if (error instanceof NoRoom || isQuotaExceeded(error)) return 'storage-full'
  return error instanceof TypeError ? 'no-answer' : 'refused'
}

/** Downloads a module to this phone, and resumes an interrupted download. See [Note: Downloaded modules]. */
export const downloadModule = async (
  deps: DownloadDeps,
  download: Download,
): Promise<Result<void, DownloadFailure>> => {
  const { copy, files, signal } = download
  try {
    const before = await copy.read()
    const head = before?.head.video === files.video ? before.head : undefined
    const from = (before?.chunks ?? 0) * chunkSize
    if (!head || from < head.size)
      await saveVideo(deps, download, head && from > 0 ? { head, from } : undefined)
    const now = await copy.read()
    if (now) await saveExtras(deps, download, now.head)
    return ok(undefined)
  } catch (error) {
    return fail(downloadFailureOf(error, signal))
  }
}
