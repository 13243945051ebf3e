import { expect, test, vi } from 'vitest'
import { whenLoaded } from './when-loaded.ts'

const createWindow = (readyState: DocumentReadyState) =>
  Object.assign(new EventTarget(), { document: { readyState }, setTimeout }) as unknown as Window

test('waits for the load of a page', async () => {
  const window = createWindow('interactive')
  const onLoaded = vi.fn()
  void whenLoaded(window).then(onLoaded)
  await Promise.resolve()
  expect(onLoaded).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(onLoaded).toHaveBeenCalled())
  await whenLoaded(createWindow('complete'))
})

test('waits 30 s at most, because a picture may never arrive', async () => {
  vi.useFakeTimers()
  const onLoaded = vi.fn()
  void whenLoaded(createWindow('interactive')).then(onLoaded)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(onLoaded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onLoaded).toHaveBeenCalled()
  vi.useRealTimers()
})
