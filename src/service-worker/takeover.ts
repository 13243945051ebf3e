import type { Browser } from '../platform/create-browser.ts'

/** If the pages send no request for this time, they are treated as loaded. */
const quietMs = 2000
/** Shorter than a page waits for the response to its message (`responseTimeoutMs` in `messages.ts`). */
const maxDurationMs = 4500

/**
 * Lets the service worker of a new build take over from this one. Chromium activates the next service worker
 * only when the current one has no events left, so the takeover makes the work of these events fail.
 */
export const createTakeover = ({ now, sleep }: Pick<Browser, 'now' | 'sleep'>) => {
  let rejectWork = (): void => undefined
  const rejection = new Promise<never>((_, reject) => {
    rejectWork = () => reject(new Error('The service worker of another build takes over'))
  })
  // Every event that waits for this rejection reports it itself.
  rejection.catch(() => undefined)
  /** When a page last sent a request, in ms since the epoch. */
  let requestedAt = 0
  const untilTakeover = <T>(work: Promise<T>): Promise<T> => Promise.race([work, rejection])
  return {
    /** Resolves to the result of `work`. Rejects at the takeover. */
    untilTakeover,
    /**
     * Keeps an event alive until its work is done, but fails it at the takeover. The next service worker
     * repeats the interrupted work.
     */
    waitUntilTakeover: (event: Pick<ExtendableEvent, 'waitUntil'>, work: Promise<unknown>): void =>
      event.waitUntil(untilTakeover(work)),
    /** Call this for each request of a page. */
    onRequest: (): void => {
      requestedAt = now()
    },
    /**
     * Ends the work. Resolves when the pages have stopped sending requests, or after `maxDurationMs`: to
     * replace this service worker, Chromium stops it, and a request at that moment would start it again.
     */
    prepareTakeover: async (): Promise<void> => {
      rejectWork()
      requestedAt = now()
      const latestEndAt = now() + maxDurationMs
      while (now() < Math.min(requestedAt + quietMs, latestEndAt)) await sleep(100)
    },
  }
}
