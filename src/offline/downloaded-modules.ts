import * as v from 'valibot'
import { parsed } from '../lib/parsed.ts'
import { withoutVary } from '../lib/http/without-vary.ts'
import type { ModuleFiles } from './module-files.ts'

/**
 * [Note: Downloaded modules] Each module that the coach downloads has its own cache. To remove the module is
 * to delete that cache, and nothing else deletes it. The cache holds the video in chunks, so that a download
 * resumes where it was interrupted and a range for a player needs only a part of the video. Captions and
 * poster are stored under their own addresses. The page writes the cache and the service worker reads it.
 */

export const moduleCachePrefix = 'module-'

/** In bytes: the most that an interrupted download loses, and the least that a range reads. */
export const chunkSize = 256 * 1024

const videoHead = v.object({
  /** The video's address. */
  video: v.string(),
  /** In bytes. */
  size: v.number(),
  /** The entity tag of the chunks' version; empty if the server sent none. */
  tag: v.string(),
  type: v.string(),
  /** The addresses of its other files: captions and poster. */
  extras: v.array(v.string()),
  /** Whether the coach paused it. It then does not resume automatically. */
  paused: v.boolean(),
})
export type VideoHead = v.InferOutput<typeof videoHead>

const moduleFiles = v.object({ video: v.string(), extras: v.array(v.string()) })

type Caches = Pick<CacheStorage, 'keys' | 'has' | 'open' | 'delete'>

const nameOf = (module: string): string => moduleCachePrefix + module
/** Caches need addresses. These are never requested. */
const headAddress = '/kept/head'
const wantedAddress = '/kept/wanted'
const chunkAddress = (index: number): string => `/kept/piece/${index}`

/** The modules with data on this device. */
export const downloadedModuleIds = async (caches: Caches): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(moduleCachePrefix))
    .map((name) => name.slice(moduleCachePrefix.length))

/** The stored part of a downloaded module. */
export type DownloadedContent = { head: VideoHead; chunks: number; complete: boolean }

/** The downloaded part of a video, in bytes. */
export const receivedOf = ({ head: { size }, chunks }: Pick<DownloadedContent, 'head' | 'chunks'>) => ({
  size,
  received: Math.min(size, chunks * chunkSize),
})

export type DownloadedModule = {
  /** Undefined if nothing is stored that can be read. */
  read: () => Promise<DownloadedContent | undefined>
  /** Notes that the module is to be downloaded. No head says so before the server has responded. */
  want: (files: ModuleFiles) => Promise<void>
  /** The files of a download that has not begun. */
  wanted: () => Promise<ModuleFiles | undefined>
  /** Starts with a version of the video and deletes the chunks of another version. */
  begin: (head: VideoHead) => Promise<void>
  putChunk: (index: number, chunk: Blob) => Promise<void>
  putExtra: (address: string, response: Response) => Promise<void>
  hasExtra: (address: string) => Promise<boolean>
  /** A chunk; undefined if it is missing. */
  chunk: (index: number) => Promise<Blob | undefined>
  setPaused: (paused: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** Thrown by a download whose module was removed, in this tab or another. */
export class ModuleRemoved extends Error {
  override readonly name = 'ModuleRemoved'
}

/** The number of chunks of a video of `size` bytes. */
export const chunksOf = (size: number): number => Math.ceil(size / chunkSize)

/** The storage of a module. Reading does not create a cache. */
export const openDownloadedModule = (caches: Caches, module: string): DownloadedModule => {
  const name = nameOf(module)
  const opened = async () => ((await caches.has(name)) ? caches.open(name) : undefined)

  /** The cache. Throws if the module was removed meanwhile, because its download must not create it again. */
  const still = async (): Promise<Cache> => {
    const cache = await opened()
    if (!cache) throw new ModuleRemoved()
    return cache
  }

  const readJson = async (cache: Cache, address: string): Promise<unknown> =>
    (await cache.match(address))?.json().catch(() => undefined)
  const readHead = async (cache: Cache) => parsed(videoHead, await readJson(cache, headAddress))
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
    want: async (files) => (await caches.open(name)).put(wantedAddress, new Response(JSON.stringify(files))),
    wanted: async () => {
      const cache = await opened()
      return cache && parsed(moduleFiles, await readJson(cache, wantedAddress))
    },
    begin: async (head) => {
      const cache = await caches.open(name)
      const isNote = ({ url }: Request) => [headAddress, wantedAddress].includes(new URL(url).pathname)
      const stale = (await cache.keys()).filter((request) => !isNote(request))
      await Promise.all(stale.map((request) => cache.delete(request)))
      // At every moment the head or the note says that the module is to be downloaded.
      await writeHead(cache, head)
      await cache.delete(wantedAddress)
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
