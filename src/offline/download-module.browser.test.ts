import { beforeEach, expect, test } from 'vitest'
import { openDownloadedModule, chunkSize, type DownloadedModule } from './downloaded-modules.ts'
import { downloadModule } from './download-module.ts'
import { createBytes, captions, depsWith, poster, size, video, VideoServer } from './testing/video-server.ts'

const storedModule = openDownloadedModule(caches, 'training-1')
let server = new VideoServer()

beforeEach(() => {
  server = new VideoServer()
})

const download = async (
  deps: Partial<ReturnType<typeof depsWith>> = {},
  into: DownloadedModule = storedModule,
) => {
  const received: number[] = []
  const answer = await downloadModule(
    { ...depsWith(server), ...deps },
    {
      storedModule: into,
      files: { video, extras: [captions, poster] },
      signal: new AbortController().signal,
      onReceived: (bytes) => received.push(bytes),
    },
  )
  return { answer, received }
}
const storedBytes = async (): Promise<Uint8Array> => {
  const chunks = await Promise.all([0, 1, 2, 3].map(storedModule.readChunk))
  return new Uint8Array(await new Blob(chunks.map((chunk) => chunk ?? '')).arrayBuffer())
}

test('downloads a whole module, with captions and poster, and reports its progress', async () => {
  const { answer, received } = await download()
  expect(answer).toEqual({ ok: true, value: undefined })
  expect((await storedModule.read())?.isComplete).toBe(true)
  expect(await storedBytes()).toEqual(createBytes(1))
  expect(await (await caches.match(captions))?.text()).toBe('WEBVTT')
  expect(received.at(0)).toBe(50_000)
  expect(received.at(-1)).toBe(size)
})

test('resumes an interrupted download by Range after its last whole chunk', async () => {
  server.cutAfter = chunkSize * 2 + 5000
  expect((await download()).answer).toEqual({ ok: false, error: 'unreachable' })
  expect(await storedModule.read()).toMatchObject({ chunkCount: 2, isComplete: false })

  server.cutAfter = Number.POSITIVE_INFINITY
  expect((await download()).answer.ok).toBe(true)
  expect(server.asked).toEqual([
    `GET ${video}`,
    `GET ${video} bytes=${chunkSize * 2}-`,
    `GET ${captions}`,
    `GET ${poster}`,
  ])
  expect(await storedBytes()).toEqual(createBytes(1))
})

test.each([
  ['the video is another one by then', () => (server.version = 2), 2],
  ['the server knows no ranges', () => (server.knowsRanges = false), 1],
])('restarts the download when %s, and mixes nothing', async (_, change, version) => {
  server.cutAfter = chunkSize * 2
  await download()
  server.cutAfter = Number.POSITIVE_INFINITY
  change()
  expect((await download()).answer.ok).toBe(true)
  expect(await storedBytes()).toEqual(createBytes(version))
})

test('does not take a body that ends early without an error for the whole', async () => {
  const whole = new Response(createBytes(1).slice(0, 1000), {
    headers: { 'Content-Type': 'video/webm', 'Content-Length': String(size) },
  })
  expect((await download({ findPlayed: async () => whole })).answer).toEqual({
    ok: false,
    error: 'unreachable',
  })
  expect((await storedModule.read())?.isComplete).toBe(false)
})

test('does not download a video again that was played', async () => {
  const played = await server.fetch(video)
  server.asked.length = 0
  expect((await download({ findPlayed: async () => played })).answer.ok).toBe(true)
  expect(server.asked).toEqual([`GET ${captions}`, `GET ${poster}`])
  expect(await storedBytes()).toEqual(createBytes(1))
})

test.each([
  [
    "a portal's page",
    () => new Response('<h1>', { headers: { 'Content-Type': 'text/html' } }),
    'unreachable',
  ],
  ['a server in trouble', () => new Response('', { status: 503 }), 'unreachable'],
  ['a video that is gone', () => new Response('', { status: 404 }), 'refused'],
  [
    'a video of unknown size',
    () => new Response('x', { headers: { 'Content-Type': 'video/webm' } }),
    'refused',
  ],
])('stores nothing for %s, and fails with its own code', async (_, instead, error) => {
  server.instead = instead
  expect((await download()).answer).toEqual({ ok: false, error })
  expect(await storedModule.read()).toBeUndefined()
})

test('does not start without room', async () => {
  const asked: number[] = []
  const hasRoom = async (bytes: number) => asked.push(bytes) < 0
  expect((await download({ hasRoom })).answer).toEqual({ ok: false, error: 'storage-full' })
  expect(asked).toEqual([size])
  expect(await caches.keys()).toEqual([])
})

test('keeps the existing chunks when the disk fills up during the download', async () => {
  const full = {
    ...storedModule,
    putChunk: async (index: number, chunk: Blob) => {
      if (index === 2) throw new DOMException('', 'QuotaExceededError')
      await storedModule.putChunk(index, chunk)
    },
  }
  expect((await download({}, full)).answer).toEqual({ ok: false, error: 'storage-full' })
  expect((await storedModule.read())?.chunkCount).toBe(2)
  expect((await download()).answer.ok).toBe(true)
  expect(await storedBytes()).toEqual(createBytes(1))
})
