import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createQueries } from './create-queries.ts'

const log = { warn: () => undefined, error: () => undefined }

// In a browser, because the library sets timers only there.
test('updates an open screen after temporary failures', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queries = createQueries({
    customer: () => undefined,
    values: memoryKeyValues(),
    log,
  })
  const queryKey = ['customer', 'ana', 'answers']
  queries.setQueryData(queryKey, 'old', { updatedAt: 1 })
  let failures = 4
  const queryFn = async () => {
    if (failures === 0) return 'new'
    failures -= 1
    throw new Error('server-failed')
  }
  const stop = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
  onTestFinished(stop)
  await vi.advanceTimersByTimeAsync(5000)
  expect(queries.getQueryState(queryKey)).toMatchObject({ status: 'error', data: 'old' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queries.getQueryData(queryKey)).toBe('new')
})
