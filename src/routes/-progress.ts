import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'
import { mergeProgress } from '../features/courses/progress.ts'
import { statusQuery } from '../features/courses/status-query.ts'

/** A coach's progress, from the server's last word and from what this device still holds. */
export const useProgress = ({ api, outbox }: Services, customer: string) => {
  const status = useQuery(statusQuery(api, customer))
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  return { progress: mergeProgress(status.data, entries), unknown: status.isError && !status.data, entries }
}
