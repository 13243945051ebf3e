import { expect, test, vi } from 'vitest'
import type { Services } from '../app/services.ts'
import { recordLeaving } from './-record-leaving.ts'

/** Services whose delivery takes as long as it is told to. */
const start = (delivery: Promise<unknown>) => {
  const happened: string[] = []
  const services = {
    track: async (name: string) => void happened.push(`kept ${name}`),
    outbox: {
      deliver: () => {
        happened.push('delivery begun')
        return delivery
      },
    },
  } as unknown as Pick<Services, 'track' | 'outbox'>
  return { happened, services }
}

test('who leaves is recorded first, then delivered while the session is still there', async () => {
  const { happened, services } = start(Promise.resolve())
  await recordLeaving(services, 'logout')
  expect(happened).toEqual(['kept logout', 'delivery begun'])
})

test('a server that does not answer holds nobody back for longer than 2 s', async () => {
  vi.useFakeTimers()
  const { services } = start(new Promise(() => undefined))
  let left = false
  const leaving = recordLeaving(services, 'sign_out').then(() => (left = true))
  await vi.advanceTimersByTimeAsync(1999)
  expect(left).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await leaving
  vi.useRealTimers()
})
