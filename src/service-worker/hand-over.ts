import type { Browser } from '../platform/create-browser.ts'

/** In ms. The pages have loaded what they need when they request nothing for this long. */
const quietTime = 2000
/** In ms. A page waits for the end of the hand-over, but not as long as it waits for a response. */
const longest = 4500

/** The work of a service worker that ends when another build is to take its place. */
export const createHandOver = ({ now, sleep }: Pick<Browser, 'now' | 'sleep'>) => {
  let fail = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('Another build takes over'))
  })
  ended.catch(() => undefined)
  let requestedAt = 0
  const untilEnd = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended])
  return {
    /** The result of some work. Rejects at the hand-over. */
    untilEnd,
    /**
     * Keeps an event alive until its work is done, or fails it at the hand-over: the activation of the next
     * build waits for the events of this service worker. The next one does again what is cut off here.
     */
    waitUntil: (event: Pick<ExtendableEvent, 'waitUntil'>, work: Promise<unknown>): void =>
      event.waitUntil(untilEnd(work)),
    /** Call it for each request of a page. */
    requested: (): void => {
      requestedAt = now()
    },
    /**
     * Ends the work. Resolves when the pages request nothing more: Chromium stops this service worker to change
     * it, and a request at that moment would start it again and keep the next one waiting.
     */
    end: async (): Promise<void> => {
      fail()
      requestedAt = now()
      const latest = now() + longest
      while (now() < Math.min(requestedAt + quietTime, latest)) await sleep(100)
    },
  }
}
