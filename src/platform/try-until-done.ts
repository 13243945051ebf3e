import { fullJitter } from '../lib/async/backoff.ts'
import type { Connectivity } from './network/connectivity.ts'

export type TryUntilDoneDeps = {
  page: Pick<Document, 'visibilityState'> & Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Whether the device has room to store the downloads. */
  hasRoom: () => Promise<boolean>
  sleep: (ms: number) => Promise<void>
  random: () => number
}

/** In ms. Attempts are at least `min` and at most `min + cap` apart. */
const backoff = { min: 1000, base: 1000, cap: 9000 }

/** Makes attempts until one resolves to true. */
export type TryUntilDone = (attempt: () => Promise<boolean>) => Promise<void>

/**
 * Retries downloads for later use, at most 10 s after the previous attempt, while the page is visible and the
 * server is reachable. Otherwise it waits without limit, because an attempt would waste a coach's data and
 * battery. When the page is visible again or the server is back, the next attempt follows immediately. If the
 * device has no room, it makes no attempt and looks again after the same time.
 */
export const createTryUntilDone = ({
  page,
  connectivity,
  hasRoom,
  sleep,
  random,
}: TryUntilDoneDeps): TryUntilDone => {
  const isVisible = () => page.visibilityState === 'visible'
  const canAttempt = () => isVisible() && connectivity.state().online
  const waitUntilCanAttempt = () =>
    new Promise<void>((resolve) => {
      const onChange = () => {
        if (!canAttempt()) return
        page.removeEventListener('visibilitychange', onChange)
        unsubscribe()
        resolve()
      }
      page.addEventListener('visibilitychange', onChange)
      const unsubscribe = connectivity.subscribe(onChange)
    })

  return async (attempt) => {
    let failures = 0
    let isDone = await attempt()
    while (!isDone) {
      await sleep(backoff.min + fullJitter(failures, backoff, random))
      failures += 1
      // The connection may have failed, or a captive portal may have answered. Only a probe can tell.
      if (isVisible()) await connectivity.check()
      if (!canAttempt()) {
        await waitUntilCanAttempt()
        failures = 0
      }
      isDone = (await hasRoom()) && (await attempt())
    }
  }
}
