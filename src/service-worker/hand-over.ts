/** The work of a service worker that ends when another build is to take its place. */
export const createHandOver = () => {
  let end = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error('Another build takes over'))
  })
  ended.catch(() => undefined)
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
    end: () => end(),
  }
}
