import { expect, test, vi } from 'vitest'
import { recordSignOut } from './record-sign-out.ts'

/** Services whose delivery gives this response. */
const start = (response: Promise<unknown>) => {
  const happened: string[] = []
  const services = {
    track: async (name: string) => void happened.push(`recorded ${name}`),
    outbox: {
      deliver: () => {
        happened.push('delivery begun')
        return response
      },
    },
    reporter: {
      report: () => {
        happened.push('report begun')
        return response
      },
    },
  } as unknown as Parameters<typeof recordSignOut>[0]
  return { happened, services }
}

test('records the sign-out first, then delivers and reports it while the session still exists', async () => {
  const { happened, services } = start(Promise.resolve())
  await recordSignOut(services, 'logout')
  expect(happened).toEqual(['recorded logout', 'delivery begun', 'report begun'])
})

test('waits at most 4 s for a server that does not respond', async () => {
  vi.useFakeTimers()
  const { services } = start(new Promise(() => undefined))
  let left = false
  const leaving = recordSignOut(services, 'sign_out').then(() => (left = true))
  await vi.advanceTimersByTimeAsync(3999)
  expect(left).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await leaving
  vi.useRealTimers()
})
