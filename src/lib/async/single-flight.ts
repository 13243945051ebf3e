/** Returns a version of `work` in which concurrent calls with the same key share one run. */
export const singleFlight = <K, T, Rest extends unknown[]>(
  work: (key: K, ...rest: Rest) => Promise<T>,
): ((key: K, ...rest: Rest) => Promise<T>) => {
  const running = new Map<K, Promise<T>>()
  return (key, ...rest) => {
    const shared = running.get(key) ?? work(key, ...rest).finally(() => running.delete(key))
    running.set(key, shared)
    return shared
  }
}
