import * as v from 'valibot'
import { withoutVary } from '../lib/http/without-vary.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { ModuleFiles } from './module-files.ts'

// Each module that the coach downloads has its own cache, which is deleted only when the module is removed.
// The cache contains the video in chunks, so that a download can resume where it was interrupted, and a
// player that requests a range gets it without reading the whole video. Captions and poster are stored under
// their own URLs. The page writes the cache, and the service worker reads it.

/** The prefix of the name of a module's cache. The module id comes after it. */
export const moduleCachePrefix = 'module-'

/** In bytes. An interrupted download loses at most one chunk. A player's request reads at least one. */
export const chunkSize = 256 * 1024

/** The head of a download: what is stored about a video apart from its chunks. */
const videoHeadSchema = v.object({
  /** The URL of the video. */
  video: v.string(),
  /** In bytes. */
  size: v.number(),
  /** The ETag of the version that the chunks belong to, or empty if the server sent none. */
  tag: v.string(),
  type: v.string(),
  /** The URLs of the captions and the poster. */
  extras: v.array(v.string()),
  /** Whether the coach paused the download. It then does not resume automatically. */
  paused: v.boolean(),
})
export type VideoHead = v.InferOutput<typeof videoHeadSchema>

const moduleFilesSchema = v.object({ video: v.string(), extras: v.array(v.string()) })

type Caches = Pick<CacheStorage, 'keys' | 'has' | 'open' | 'delete'>

// The keys of a cache must be URLs. These URLs are never requested.
const headUrl = '/kept/head'
/** Where the pending files, the `ModuleFiles` of a download, are stored until it has a head. */
const pendingFilesUrl = '/kept/wanted'
const toChunkUrl = (index: number): string => `/kept/piece/${index}`

/** Lists the ids of the modules with stored data. */
export const listDownloadedModules = async (caches: Caches): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(moduleCachePrefix))
    .map((name) => name.slice(moduleCachePrefix.length))

/**
 * What is stored of a module. `chunkCount` is the number of consecutive chunks from the start of the video.
 * `isComplete`: all chunks, the captions and the poster are stored.
 */
export type DownloadedContent = { head: VideoHead; chunkCount: number; isComplete: boolean }

/** Returns the size of a video and of its downloaded part, in bytes. */
export const summariseReceived = ({
  head: { size },
  chunkCount,
}: Pick<DownloadedContent, 'head' | 'chunkCount'>) => ({
  size,
  received: Math.min(size, chunkCount * chunkSize),
})

export type DownloadedModule = {
  /** Resolves to undefined if there is no head that can be read. */
  read: () => Promise<DownloadedContent | undefined>
  /**
   * Stores the files of a module that is to be downloaded. The head exists only after the server's first
   * response.
   */
  writePendingFiles: (files: ModuleFiles) => Promise<void>
  /** Reads the files of a download that has no head yet. */
  readPendingFiles: () => Promise<ModuleFiles | undefined>
  /** Starts the download of a version of the video, and deletes the stored files of another version. */
  start: (head: VideoHead) => Promise<void>
  putChunk: (index: number, chunk: Blob) => Promise<void>
  putExtra: (url: string, response: Response) => Promise<void>
  hasExtra: (url: string) => Promise<boolean>
  /** Resolves to undefined if the chunk is missing. */
  readChunk: (index: number) => Promise<Blob | undefined>
  setPaused: (isPaused: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** Thrown by a download whose module was removed, in this tab or another. */
export class ModuleRemovedError extends Error {
  override readonly name = 'ModuleRemovedError'
}

/** Returns the number of chunks of a video with `size` bytes. */
export const countChunks = (size: number): number => Math.ceil(size / chunkSize)

/** Reads, writes and removes the stored data of a module. Reading does not create its cache. */
export const openDownloadedModule = (caches: Caches, moduleId: string): DownloadedModule => {
  const cacheName = moduleCachePrefix + moduleId
  const openExisting = async () => ((await caches.has(cacheName)) ? caches.open(cacheName) : undefined)

  /**
   * Opens the cache. Throws if the module was removed, because its download must not create the cache again.
   */
  const openForDownload = async (): Promise<Cache> => {
    const cache = await openExisting()
    if (!cache) throw new ModuleRemovedError()
    return cache
  }

  const findStored = async (url: string): Promise<Response | undefined> => (await openExisting())?.match(url)
  const readJson = async (cache: Cache, url: string): Promise<unknown> =>
    (await cache.match(url))?.json().catch(() => undefined)
  const readHead = async (cache: Cache) => parseOrUndefined(videoHeadSchema, await readJson(cache, headUrl))
  const writeHead = async (cache: Cache, head: VideoHead) =>
    cache.put(headUrl, new Response(JSON.stringify(head)))

  return {
    read: async () => {
      const cache = await openExisting()
      const head = cache && (await readHead(cache))
      if (!cache || !head) return undefined
      const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
      let chunkCount = 0
      while (paths.has(toChunkUrl(chunkCount))) chunkCount += 1
      const isComplete = chunkCount >= countChunks(head.size) && head.extras.every((url) => paths.has(url))
      return { head, chunkCount, isComplete }
    },
    writePendingFiles: async (files) =>
      (await caches.open(cacheName)).put(pendingFilesUrl, new Response(JSON.stringify(files))),
    readPendingFiles: async () => {
      const cache = await openExisting()
      return cache && parseOrUndefined(moduleFilesSchema, await readJson(cache, pendingFilesUrl))
    },
    start: async (head) => {
      const cache = await caches.open(cacheName)
      const isDescription = ({ url }: Request) => [headUrl, pendingFilesUrl].includes(new URL(url).pathname)
      const outdatedFiles = (await cache.keys()).filter((request) => !isDescription(request))
      await Promise.all(outdatedFiles.map((request) => cache.delete(request)))
      // The head is written before the pending files are deleted, so that the download is resumed even if the
      // app closes in between.
      await writeHead(cache, head)
      await cache.delete(pendingFilesUrl)
    },
    putChunk: async (index, chunk) => (await openForDownload()).put(toChunkUrl(index), new Response(chunk)),
    putExtra: async (url, response) => (await openForDownload()).put(url, withoutVary(response)),
    hasExtra: async (url) => (await findStored(url)) !== undefined,
    readChunk: async (index) => (await findStored(toChunkUrl(index)))?.blob(),
    setPaused: async (isPaused) => {
      const cache = await openExisting()
      const head = cache && (await readHead(cache))
      if (cache && head) await writeHead(cache, { ...head, paused: isPaused })
    },
    remove: async () => void (await caches.delete(cacheName)),
  }
}
