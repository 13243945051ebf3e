import { useInfiniteQuery } from '@tanstack/react-query'
import { createContext, useEffect, useEffectEvent, useMemo } from 'react'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import type { FolderLocation } from '../folder-location.ts'
import { listingQuery } from './listing-query.ts'

/**
 * The result of `useListedUploads`, for the rows of the list of stored files. It is a context, so that a
 * changed upload renders only the rows. Rendering the whole list while a coach signs out would fetch it
 * again.
 */
export const ListedUploads = createContext<ReadonlySet<UploadTask>>(new Set())

/**
 * Returns the completed uploads whose file is already on the list of stored files. The row of the file shows
 * the outcome, so the queue leaves these uploads out. No button dismisses them, so this hook does it when the
 * coach leaves the screen.
 */
export const useListedUploads = (
  uploads: UploadClient,
  customerId: string,
  location: FolderLocation,
): ReadonlySet<UploadTask> => {
  const { tasks } = useUploads(uploads)
  // Reads only what the list has fetched, and fetches nothing itself.
  const { data } = useInfiniteQuery({
    ...listingQuery(uploads.storage, customerId, location),
    enabled: false,
  })
  const listedUploads = useMemo(() => {
    const completedTasks = tasks.filter(
      ({ level, status }) => level === location.level && status.state === 'COMPLETED',
    )
    if (completedTasks.length === 0) return new Set<UploadTask>()
    const keys = new Set(data?.pages.flatMap(({ files }) => files.map(({ key }) => key)))
    return new Set(completedTasks.filter(({ key }) => keys.has(key)))
  }, [tasks, data, location.level])
  const dismissListed = useEffectEvent(() => {
    if (listedUploads.size > 0) void uploads.dismiss([...listedUploads].map(({ id }) => id))
  })
  useEffect(() => () => dismissListed(), [])
  return listedUploads
}
