import { fullJitter } from '../lib/backoff.ts'
import type { Connectivity } from './network/connectivity.ts'

export type TryUntilDoneDeps = {
  page: Pick<Document, 'visibilityState'> & Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Whether what is fetched can be stored. */
  hasRoom: () => Promise<boolean>
  sleep: (ms: number) => Promise<void>
  random: () => number
}

/** ms; two tries are at least `least` apart, and at most `least + cap` */
const backoff = { least: 1000, base: 1000, cap: 9000 }

/** Makes attempts until one resolves to true. */
export type TryUntilDone = (attempt: () => Promise<boolean>) => Promise<void>

/**
 * Retries what the app fetches for later, at most 10 s after the try before, while somebody looks at the page, the server
 * can be reached and the device has room. Otherwise it waits, however long that takes: a try would spend a coach's data and
 * battery on nothing. When the page is looked at again, or the server is back, the next try follows at once.
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
      // What failed may be the connection, or a portal's page may have come: only a probe tells.
      if (isSeen()) await connectivity.check()
      if (!isWorthIt()) {
        await untilWorthIt()
        failures = 0
      }
      isDone = (await hasRoom()) && (await attempt())
    }
  }
}
