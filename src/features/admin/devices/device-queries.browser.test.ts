import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { deviceFiltersSchema } from './device-filters.ts'
import { deviceQuery, devicesQuery } from './device-queries.ts'

const minute = 60_000

/** The cache of an app whose clock the test moves. */
const createQueries = () => {
  vi.useFakeTimers()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => {
    client.clear()
    vi.useRealTimers()
  })
  return client
}

test('an open list of devices is read again each minute', async () => {
  let count = 0
  const request = (async () => ({ devices: [], count: (count += 1) })) as unknown as RequestAsAdmin
  const observer = new QueryObserver(
    createQueries(),
    devicesQuery(request, 'admin-1', v.parse(deviceFiltersSchema, {}), undefined),
  )
  onTestFinished(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(1000)
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(count).toBe(3)
})

test('an open page of a device learns that its coach was deleted', async () => {
  let isDeleted = false
  const request = (async () => {
    if (isDeleted) throw new Error('not-found')
    return { device: {}, people: [], rows: [], next: undefined }
  }) as unknown as RequestAsAdmin
  const observer = new InfiniteQueryObserver(createQueries(), deviceQuery(request, 'admin-1', 'device-1'))
  onTestFinished(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(1000)
  expect(observer.getCurrentResult().error).toBeNull()
  isDeleted = true
  await vi.advanceTimersByTimeAsync(minute)
  expect(observer.getCurrentResult().error?.message).toBe('not-found')
})
