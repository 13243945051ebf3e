/**
 * Returns a version of `work` whose concurrent calls with the same key, the first argument, share one run.
 * The run gets the other arguments of the first call.
 */
export const singleFlight = <K, T, Rest extends unknown[]>(
  work: (key: K, ...rest: Rest) => Promise<T>,
): ((key: K, ...rest: Rest) => Promise<T>) => {
  const runs = new Map<K, Promise<T>>()
  return (key, ...rest) => {
    const run = runs.get(key) ?? work(key, ...rest).finally(() => runs.delete(key))
    runs.set(key, run)
    return run
  }
}
