import type { Browser } from '../platform/create-browser.ts'

/** If the pages send no request for this time, they are treated as loaded. */
const quietMs = 2000
/** Shorter than a page waits for the response to its message (`responseTimeoutMs` in `messages.ts`). */
const maxDurationMs = 4500

/**
 * Hands over from this service worker to the one of a new build. Chromium activates the next service worker
 * only when the current one has no events left, so the hand-over makes the work of these events fail.
 */
export const createHandOver = ({ now, sleep }: Pick<Browser, 'now' | 'sleep'>) => {
  let rejectWork = (): void => undefined
  const rejection = new Promise<never>((_, reject) => {
    rejectWork = () => reject(new Error('The service worker of another build takes over'))
  })
  // Every event that waits for this rejection reports it itself.
  rejection.catch(() => undefined)
  /** When a page last sent a request, in ms since the epoch. */
  let requestedAt = 0
  const untilHandOver = <T>(work: Promise<T>): Promise<T> => Promise.race([work, rejection])
  return {
    /** Resolves to the result of `work`. Rejects at the hand-over. */
    untilHandOver,
    /**
     * Keeps an event alive until its work is done, but fails it at the hand-over. The next service worker
     * repeats the interrupted work.
     */
    waitUntilHandOver: (event: Pick<ExtendableEvent, 'waitUntil'>, work: Promise<unknown>): void =>
      event.waitUntil(untilHandOver(work)),
    /** Must be called for each request of a page. */
    onRequest: (): void => {
      requestedAt = now()
    },
    /**
     * Ends the work. Resolves when the pages have stopped sending requests, or after `maxDurationMs`: to
     * replace this service worker, Chromium stops it, and a request at that moment would start it again.
     */
    handOver: async (): Promise<void> => {
      rejectWork()
      requestedAt = now()
      const latestEndAt = now() + maxDurationMs
      while (now() < Math.min(requestedAt + quietMs, latestEndAt)) await sleep(100)
    },
  }
}
