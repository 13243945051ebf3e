/**
 * Returns a version of `work` that never runs twice at the same time. All calls during a run share one
 * further run. It starts after the current run, so it sees everything that the callers did before their
 * calls.
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
