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

/** In ms. The pause between two attempts is at least `min` and at most `min + cap`. */
const backoff = { min: 1000, base: 1000, cap: 9000 }

/** Repeats `attempt` until it resolves to true. */
export type TryUntilDone = (attempt: () => Promise<boolean>) => Promise<void>

/**
 * Returns the function that retries a download for later use, such as the service worker's. While the page is
 * visible and the server is reachable, an attempt follows at most 10 s after the previous one. Otherwise it
 * waits without limit, so that no attempt wastes a coach's data and battery, and continues as soon as the
 * page is visible and the server is reachable again. If the device has no room, it skips the attempt and
 * checks again after the same pause.
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
      // A probe finds out whether the connection failed or a captive portal responded.
      if (isVisible()) await connectivity.check()
      if (!canAttempt()) {
        await waitUntilCanAttempt()
        failures = 0
      }
      isDone = (await hasRoom()) && (await attempt())
    }
  }
}
