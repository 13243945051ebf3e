import { fullJitter } from '../lib/async/backoff.ts'
import type { Connectivity } from './network/connectivity.ts'

export type TryUntilDoneDeps = {
  page: Pick<Document, 'visibilityState'> & Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Whether there is room to store what is fetched. */
  hasRoom: () => Promise<boolean>
  sleep: (ms: number) => Promise<void>
  random: () => number
}

/** In ms. Attempts are at least `least` and at most `least + cap` apart. */
const backoff = { least: 1000, base: 1000, cap: 9000 }

/** Makes attempts until one resolves to true. */
export type TryUntilDone = (attempt: () => Promise<boolean>) => Promise<void>

/**
 * Retries downloads for later use, at most 10 s after the previous attempt, while the page is visible, the
 * server is reachable and the device has room. Otherwise it waits without limit, because an attempt would
 * waste a coach's data and battery. When the page is visible again or the server is back, the next attempt
 * follows immediately.
 */
export const createTryUntilDone = ({
  page,
  connectivity,
  hasRoom,
  sleep,
  random,
}: TryUntilDoneDeps): TryUntilDone => {
  const isSeen = () => page.visibilityState === 'visible'
  const isWorthIt = () => isSeen() && connectivity.state().online
  const untilWorthIt = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isWorthIt()) return
        page.removeEventListener('visibilitychange', look)
        unsubscribe()
        resolve()
      }
      page.addEventListener('visibilitychange', look)
      const unsubscribe = connectivity.subscribe(look)
    })

  return async (attempt) => {
    let failures = 0
    let isDone = await attempt()
    while (!isDone) {
      await sleep(backoff.least + fullJitter(failures, backoff, random))
      failures += 1
      // The connection may have failed, or a portal's page may have arrived. Only a probe can tell.
      if (isSeen()) await connectivity.check()
      if (!isWorthIt()) {
        await untilWorthIt()
        failures = 0
      }
      isDone = (await hasRoom()) && (await attempt())
    }
  }
}
