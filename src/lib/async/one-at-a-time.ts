/**
 * Runs `work` one call at a time. Calls during a run share one more run, which starts afterwards and
 * therefore sees everything that they did before.
 */
export const oneAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const run = work()
        running = run
        return run
      })
    return next
  }
}
