import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient, UploadSnapshot } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { completedTask } from '../testing/completed-task.ts'
import { useRefreshAfterUploads } from './use-listing.ts'

const home = { level: 'private', folder: '' } as const
const key = ['customer', 'ana', 'files', 'private', '', '']
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** A list that was fetched, on a screen with uploads. */
const start = () => {
  const queries = new QueryClient()
  const listeners = new Set<() => void>()
  const rest = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
  }
  const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }
  let snapshot: UploadSnapshot = { ...rest, network, tasks: [] }
  const uploads: Partial<UploadClient> = {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const Screen = () => {
    useRefreshAfterUploads(uploads as UploadClient, 'ana', home)
    return null
  }
  const asked = () => queries.setQueryData(key, {})
  asked()
  screen = show('en-GB', createElement(QueryClientProvider, { client: queries }, createElement(Screen)))
  return {
    asked,
    isOld: () => queries.getQueryState(key)?.isInvalidated,
    tell: (...tasks: UploadTask[]) => {
      snapshot = { ...snapshot, tasks }
      for (const listener of listeners) listener()
    },
  }
}

test('fetches the list again after each upload, also after the previous one has left the queue', async () => {
  const { asked, isOld, tell } = start()
  expect(isOld()).toBe(false)
  tell(completedTask('a.mp4'))
  await expect.poll(isOld).toBe(true)
  asked()
  tell()
  tell(completedTask('b.mp4'))
  await expect.poll(isOld).toBe(true)
})
