import { sleep } from '../../lib/async/sleep.ts'
import { neverSuspended } from '../../platform/page-cache.ts'
import { chunkSize } from '../downloaded-modules.ts'
import type { OfflineModulesDeps } from '../create-offline-modules.ts'

export const video = '/videos/training-1.webm'
export const captions = '/videos/training-1.pt-BR.vtt'
export const poster = '/videos/training-1.webp'
export const size = chunkSize * 3 + 100

/** The bytes of a version of the video. No two chunks are equal. */
export const createBytes = (version: number) =>
  new Uint8Array(size).map((_, index) => (index * version + Math.floor(index / chunkSize)) % 251)

/** A server with one video, over a network that can be cut. */
export class VideoServer {
  version = 1
  /** Bytes of a body that arrive before the connection is lost. */
  cutAfter = Number.POSITIVE_INFINITY
  /** Bytes of a body after which the connection stalls while this is set. */
  holdAfter = Number.POSITIVE_INFINITY
  /** Responds in place of the server. */
  instead: (() => Response) | undefined
  knowsRanges = true
  readonly asked: string[] = []

  readonly fetch = async (address: string, { method = 'GET', headers, signal }: RequestInit = {}) => {
    const range = new Headers(headers).get('Range')
    this.asked.push([method, address, range].filter((part) => part !== null).join(' '))
    if (this.instead) return this.instead()
    if (address !== video)
      return new Response('WEBVTT', { headers: { 'Content-Type': 'text/vtt', 'Content-Length': '6' } })
    const tag = `"${this.version}"`
    const wanted = new Headers(headers).get('If-Range') === tag ? /\d+/.exec(range ?? '')?.[0] : undefined
    const from = this.knowsRanges ? Number(wanted ?? 0) : 0
    const all = { ETag: tag, 'Content-Type': 'video/webm', 'Content-Length': String(size - from) }
    const body = method === 'HEAD' ? null : this.bodyFrom(from, signal)
    return from > 0
      ? new Response(body, {
          status: 206,
          headers: { ...all, 'Content-Range': `bytes ${from}-${size - 1}/${size}` },
        })
      : new Response(body, { headers: all })
  }

  private bodyFrom(from: number, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
    const bytes = createBytes(this.version)
    let at = from
    return new ReadableStream({
      pull: async (controller) => {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (signal?.aborted === true) return controller.error(new DOMException('', 'AbortError'))
          if (at < this.holdAfter) break
        }
        if (at - from >= this.cutAfter) return controller.error(new TypeError('network error'))
        const end = Math.min(size, at + 50_000, from + this.cutAfter)
        controller.enqueue(bytes.slice(at, end))
        at = end
        if (at >= size) controller.close()
      },
    })
  }
}

/** The dependencies of a device without faults. */
export const depsWith = (server: VideoServer): OfflineModulesDeps => ({
  caches,
  canPlay: () => true,
  fetch: server.fetch,
  findPlayed: async () => undefined,
  hasRoom: async () => true,
  locks: navigator.locks,
  page: neverSuspended,
  tabs: { announce: () => undefined, listen: () => undefined },
  connectivity: {
    state: () => ({ kind: 'online', online: true }),
    subscribe: () => () => undefined,
    check: async () => true,
  },
  // A hundred times faster than on a device.
  wait: (ms) => sleep(ms / 100),
})
