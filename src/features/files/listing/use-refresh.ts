import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UploadClient } from '../../../uploads/contract.ts'
import { useThrottled } from '../use-throttled.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { refreshListings } from './listing-query.ts'
import { levelOf, type Place } from '../place.ts'

/** ms; many small uploads that end one after another cause one refetch. */
const refreshInterval = 3000

/** Refetches the listing when an upload into its folder ends. */
export const useRefresh = (uploads: UploadClient, customer: string, { level, folder }: Place): void => {
  const queries = useQueryClient()
  const { tasks } = useUploads(uploads)
  const ended = tasks.filter((task) => task.level === levelOf(level) && task.status.state === 'COMPLETED')
  // The ids, not their number: one upload may have left the list when the next ends.
  const done = ended.map(({ id }) => id).join(' ')
  const throttled = useThrottled(done, refreshInterval)
  useEffect(() => {
    if (throttled !== '') refreshListings(queries, customer, [{ level, folder }])
  }, [throttled, queries, customer, level, folder])
}
