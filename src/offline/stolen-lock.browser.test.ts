import { beforeEach, expect, test } from 'vitest'
import { createOfflineModules } from './create-offline-modules.ts'
import { chunkSize } from './downloaded-modules.ts'
import { depsWith, size, video, VideoServer } from './testing/video-server.ts'

let server = new VideoServer()
beforeEach(() => {
  server = new VideoServer()
})

const whole = { kind: 'downloaded', size }

test('a download whose lock another page steals continues after that page, and can still be removed', async () => {
  server.holdAfter = chunkSize + 10
  const modules = createOfflineModules(depsWith(server))
  const state = () => modules.snapshot().get('training-1')
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toMatchObject({ kind: 'downloading', size })

  const taken = Promise.withResolvers<void>()
  const isTaken = Promise.withResolvers<void>()
  void navigator.locks.request('keep-training-1', { steal: true }, () => {
    isTaken.resolve()
    return taken.promise
  })
  await isTaken.promise
  await expect.poll(() => state()).toMatchObject({ kind: 'paused', reason: 'other-tab' })
  server.holdAfter = Number.POSITIVE_INFINITY
  // It must not write beside the page that now holds the lock.
  expect(server.asked.filter((asked) => asked.startsWith(`GET ${video}`))).toHaveLength(1)
  taken.resolve()
  await expect.poll(() => state()).toEqual(whole)
  await modules.remove('training-1')
  expect(state()).toBeUndefined()
})
