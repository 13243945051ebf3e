import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Result } from '../lib/result.ts'

type AccountQuery<Value, Failure> = {
  /** The name of the data, and the id of the customer. */
  key: readonly [name: string, customerId: string]
  read: () => Promise<Result<Value, Failure>>
  offline: boolean
  enabled?: boolean
}

/**
 * Reads data about the account of a coach when a screen opens, and again when the connection is back if there was no
 * success yet. `data` is undefined during the first read, and during a read that follows a failure.
 */
export const useAccountQuery = <Value, Failure>(options: AccountQuery<Value, Failure>) => {
  const { key, read, offline, enabled = true } = options
  const { data, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: read,
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
  const wasOffline = useRef(offline)
  const readMissing = useEffectEvent(() => {
    if (enabled && data?.ok !== true) void refetch()
  })
  useEffect(() => {
    if (wasOffline.current && !offline) readMissing()
    wasOffline.current = offline
  }, [offline])
  return { data: isFetching && data?.ok !== true ? undefined : data, refetch }
}
