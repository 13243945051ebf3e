import { expect, test } from 'vitest'
import { chunkSize, openDownloadedModule } from '../offline/downloaded-modules.ts'
import { findModuleOfVideo, serveDownloadedModule } from './serve-video.ts'

const size = chunkSize * 2 + 10
const bytes = new Uint8Array(size).map((_, index) => index % 251)
const module = openDownloadedModule(caches, 'training-1')
const head = {
  video: '/videos/training-1.webm',
  size,
  tag: '"1"',
  type: 'video/webm',
  extras: ['/videos/training-1.pt-BR.vtt'],
  paused: false,
}

const download = async (chunks: number) => {
  await module.start(head)
  await module.putExtra('/videos/training-1.pt-BR.vtt', new Response('WEBVTT'))
  for (let index = 0; index < chunks; index += 1) {
    await module.putChunk(index, new Blob([bytes.slice(index * chunkSize, (index + 1) * chunkSize)]))
  }
}
const answer = async (range: string | null, address = head.video) => {
  const response = await serveDownloadedModule(module, address, range)
  return (
    response && {
      status: response.status,
      range: response.headers.get('Content-Range'),
      length: response.headers.get('Content-Length'),
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  )
}

test.each([
  ['over the edge of two chunks', `bytes=${chunkSize - 2}-${chunkSize + 1}`, chunkSize - 2, chunkSize + 1],
  ['from a chunk to the end', `bytes=${chunkSize}-`, chunkSize, size - 1],
  ['of the last bytes', 'bytes=-5', size - 5, size - 1],
  ['of everything', 'bytes=0-', 0, size - 1],
  ['of more than there is', `bytes=${size - 3}-${size + 99}`, size - 3, size - 1],
])('answers a range %s from the cache', async (_, range, first, last) => {
  await download(3)
  const found = await answer(range)
  expect(found?.status).toBe(206)
  expect(found?.range).toBe(`bytes ${first}-${last}/${size}`)
  expect(found?.length).toBe(String(last - first + 1))
  expect(found?.bytes).toEqual(bytes.slice(first, last + 1))
})

test('answers a player without a range with the whole file', async () => {
  await download(3)
  const found = await answer(null)
  expect([found?.status, found?.length]).toEqual([200, String(size)])
  expect(found?.bytes).toEqual(bytes)
})

test('rejects a range behind the end, and returns the size', async () => {
  await download(3)
  expect(await answer(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
})

test('leaves a missing or incomplete file to the network', async () => {
  expect(await answer('bytes=0-')).toBeUndefined()
  await download(2)
  expect(await answer('bytes=0-')).toBeUndefined()
})

test('leaves a format other than the downloaded one to the network', async () => {
  await download(3)
  expect(await answer('bytes=0-', '/videos/training-1.mp4')).toBeUndefined()
})

test.each(['/videos/training-1.webm', '/videos/training-1.mp4'])(
  '%s is the video of its module',
  (address) => {
    expect(findModuleOfVideo(address)).toBe('training-1')
  },
)

test('counts a module without its captions as incomplete', async () => {
  await module.start(head)
  for (const index of [0, 1, 2]) await module.putChunk(index, new Blob(['x']))
  expect((await module.read())?.isComplete).toBe(false)
})

test('a download does not restore a module that was removed', async () => {
  await download(1)
  await module.remove()
  await expect(module.putChunk(1, new Blob(['x']))).rejects.toMatchObject({ name: 'ModuleRemovedError' })
  expect(await caches.keys()).toEqual([])
})
