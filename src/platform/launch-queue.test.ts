import { expect, test, vi } from 'vitest'
import { followLaunches } from './launch-queue.ts'

const createHandle = (kind: 'file' | 'directory', name: string, isThere = true) => ({
  kind,
  name,
  getFile: async () => {
    if (!isThere) throw new DOMException(name, 'NotFoundError')
    return new File(['x'], name)
  },
})

test('passes on files that the system opens with the app, except folders and missing files', async () => {
  let launch: (launched: { files?: unknown[] }) => void = () => undefined
  const open = vi.fn<(files: { file: File }[]) => void>()
  followLaunches({ launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) } }, open)
  launch({
    files: [
      createHandle('file', 'a.mp4'),
      createHandle('directory', 'b'),
      createHandle('file', 'c.mp4', false),
    ],
  })
  await expect.poll(() => open).toHaveBeenCalledTimes(1)
  expect(open.mock.calls[0]?.[0].map(({ file }) => file.name)).toEqual(['a.mp4'])
})

test('passes on nothing at a launch without files, or in a browser without launches', async () => {
  let launch: (launched: object) => void = () => undefined
  const open = vi.fn<(files: object[]) => void>()
  followLaunches({}, open)
  expect(open).not.toHaveBeenCalled()
  followLaunches({ launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) } }, open)
  launch({})
  await expect.poll(() => open).toHaveBeenCalledWith([])
})
