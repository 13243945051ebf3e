/**
 * Returns a version of `work` that runs one call at a time. Calls during a run share one further run, which
 * starts afterwards and therefore sees everything that the callers did before.
 */
export const coalesceCalls = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let currentRun: Promise<unknown> = Promise.resolve()
  let nextRun: Promise<T> | undefined
  return () => {
    nextRun ??= currentRun
      .catch(() => undefined)
      .then(() => {
        nextRun = undefined
        const run = work()
        currentRun = run
        return run
      })
    return nextRun
  }
}
