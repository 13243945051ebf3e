import { useInfiniteQuery } from '@tanstack/react-query'
import { createContext, useEffect, useEffectEvent, useMemo } from 'react'
import type { UploadClient } from '../../../../uploads/contract.ts'
import type { UploadTask } from '../../../../uploads/task.ts'
import { useUploads } from '../../../../uploads/use-uploads.ts'
import type { Place } from '../place.ts'
import { listingQuery } from './listing-query.ts'

/**
 * What `useListedUploads` found, for the rows of the list. They alone look at it: the list itself is not drawn again when an
 * upload changes, which while a coach signs out would fetch it again.
 */
export const ListedUploads = createContext<ReadonlySet<UploadTask>>(new Set())

/**
 * Finished uploads whose file is on the list of stored files: it stands there, with what became of its upload, and not in
 * the queue as well. When the coach leaves they are dismissed, which nobody could do by hand.
 */
export const useListedUploads = (
  uploads: UploadClient,
  customer: string,
  place: Place,
): ReadonlySet<UploadTask> => {
  const { tasks } = useUploads(uploads)
  // Only looks at what the list has fetched, and fetches nothing itself.
  const { data } = useInfiniteQuery({ ...listingQuery(uploads.storage, customer, place), enabled: false })
  const listed = useMemo(() => {
    const done = tasks.filter(({ level, status }) => level === place.level && status.state === 'COMPLETED')
    if (done.length === 0) return new Set<UploadTask>()
    const keys = new Set(data?.pages.flatMap(({ files }) => files.map(({ key }) => key)))
    return new Set(done.filter(({ key }) => keys.has(key)))
  }, [tasks, data, place.level])
  const leave = useEffectEvent(() => {
    if (listed.size > 0) void uploads.dismiss([...listed].map(({ id }) => id))
  })
  useEffect(() => () => leave(), [])
  return listed
}
