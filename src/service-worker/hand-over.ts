import type { Browser } from '../platform/create-browser.ts'

/** In ms. The pages have loaded what they need when they request nothing for this long. */
const quietTime = 2000
/** In ms. A page waits for the end of the hand-over, but not as long as it waits for a response. */
const maxDuration = 4500

/**
 * Ends the work of this service worker when another build is to take its place: the hand-over. Chromium
 * activates the next service worker only when the present one has no events left.
 */
export const createHandOver = ({ now, sleep }: Pick<Browser, 'now' | 'sleep'>) => {
  let rejectWork = (): void => undefined
  const rejection = new Promise<never>((_, reject) => {
    rejectWork = () => reject(new Error('Another build takes over'))
  })
  // Each event reports the rejection of its own work.
  rejection.catch(() => undefined)
  /** The time of the last request of a page. */
  let requestedAt = 0
  const untilHandOver = <T>(work: Promise<T>): Promise<T> => Promise.race([work, rejection])
  return {
    /** The result of some work. Rejects at the hand-over. */
    untilHandOver,
    /**
     * Keeps an event alive until its work is done, or fails it at the hand-over. The next service worker does
     * again what is cut off here.
     */
    waitUntil: (event: Pick<ExtendableEvent, 'waitUntil'>, work: Promise<unknown>): void =>
      event.waitUntil(untilHandOver(work)),
    /** Call it for each request of a page. */
    onRequest: (): void => {
      requestedAt = now()
    },
    /**
     * Ends the work. Resolves when the pages request nothing more: Chromium stops this service worker to
     * change it, and a request at that moment would start it again and keep the next one waiting.
     */
    handOver: async (): Promise<void> => {
      rejectWork()
      requestedAt = now()
      const latest = now() + maxDuration
      while (now() < Math.min(requestedAt + quietTime, latest)) await sleep(100)
    },
  }
}
