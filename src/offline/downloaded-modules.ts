import * as v from 'valibot'
import { parsed } from '../lib/parsed.ts'
import { withoutVary } from '../lib/without-vary.ts'

/**
 * [Note: Downloaded modules] A module that the coach downloads has a cache of its own: removing it is deleting that
 * cache, and nothing else ever does. The video lies in it in chunks, so that a download resumes where it was cut, and a
 * player's range is answered without reading the whole. Captions and poster lie in it under their own addresses. The
 * page writes it, the service worker reads it.
 */

export const moduleCachePrefix = 'module-'

/** bytes; what a cut download loses at most, and what a range reads at least */
export const chunkSize = 256 * 1024

const videoHead = v.object({
  /** The video's address. */
  video: v.string(),
  /** bytes */
  size: v.number(),
  /** The entity tag of the version that the chunks are of; empty when the server told none. */
  tag: v.string(),
  type: v.string(),
  /** What belongs to it, by address: captions, poster. */
  extras: v.array(v.string()),
  /** The coach paused it: it does not resume by itself. */
  paused: v.boolean(),
})
export type VideoHead = v.InferOutput<typeof videoHead>

type Caches = Pick<CacheStorage, 'keys' | 'has' | 'open' | 'delete'>

const nameOf = (module: string): string => moduleCachePrefix + module
/** Caches want addresses; these are never asked for. */
const headAddress = '/kept/head'
const chunkAddress = (index: number): string => `/kept/piece/${index}`

/** The modules of which something lies on this device. */
export const downloadedModuleIds = async (caches: Caches): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(moduleCachePrefix))
    .map((name) => name.slice(moduleCachePrefix.length))

/** What a downloaded module holds by now. */
export type DownloadedContent = { head: VideoHead; chunks: number; complete: boolean }

/** How much of a video is here, in bytes. */
export const receivedOf = ({ head: { size }, chunks }: Pick<DownloadedContent, 'head' | 'chunks'>) => ({
  size,
  received: Math.min(size, chunks * chunkSize),
})

export type DownloadedModule = {
  /** Undefined when nothing of it is there, or nothing that can be read. */
  read: () => Promise<DownloadedContent | undefined>
  /** Begins again with a version of the video; what was stored of another goes. */
  begin: (head: VideoHead) => Promise<void>
  putChunk: (index: number, chunk: Blob) => Promise<void>
  putExtra: (address: string, response: Response) => Promise<void>
  hasExtra: (address: string) => Promise<boolean>
  /** A chunk, or undefined where it is missing. */
  chunk: (index: number) => Promise<Blob | undefined>
  setPaused: (paused: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** Thrown by a download whose module was removed, in this tab or in another. */
export class ModuleRemoved extends Error {
  override readonly name = 'ModuleRemoved'
}

/** Into how many chunks a video of so many bytes is cut. */
export const chunksOf = (size: number): number => Math.ceil(size / chunkSize)

/** The place where a module is stored; reading creates nothing. */
export const openDownloadedModule = (caches: Caches, module: string): DownloadedModule => {
  const name = nameOf(module)
  const opened = async () => ((await caches.has(name)) ? caches.open(name) : undefined)

  /** The cache, unless the module was removed meanwhile: its download must not bring it back. */
  const still = async (): Promise<Cache> => {
    const cache = await opened()
    if (!cache) throw new ModuleRemoved()
    return cache
  }

  const readHead = async (cache: Cache): Promise<VideoHead | undefined> => {
    const stored: unknown = await (await cache.match(headAddress))?.json().catch(() => undefined)
    return parsed(videoHead, stored)
  }
  const writeHead = async (cache: Cache, head: VideoHead) =>
    cache.put(headAddress, new Response(JSON.stringify(head)))

  return {
    read: async () => {
      const cache = await opened()
      const head = cache && (await readHead(cache))
      if (!cache || !head) return undefined
      const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
      let chunks = 0
      while (paths.has(chunkAddress(chunks))) chunks += 1
      const complete = chunks >= chunksOf(head.size) && head.extras.every((address) => paths.has(address))
      return { head, chunks, complete }
    },
    begin: async (head) => {
      await caches.delete(name)
      await writeHead(await caches.open(name), head)
    },
    putChunk: async (index, chunk) => (await still()).put(chunkAddress(index), new Response(chunk)),
    putExtra: async (address, response) => (await still()).put(address, withoutVary(response)),
    hasExtra: async (address) => (await (await opened())?.match(address)) !== undefined,
    chunk: async (index) => (await (await opened())?.match(chunkAddress(index)))?.blob(),
    setPaused: async (paused) => {
      const cache = await opened()
      const head = cache && (await readHead(cache))
      if (cache && head) await writeHead(cache, { ...head, paused })
    },
    remove: async () => void (await caches.delete(name)),
  }
}
