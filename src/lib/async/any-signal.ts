/** `AbortSignal.any`, for iOS before 17.4: aborts with the first of the given signals. */
export const anySignal = (...signals: AbortSignal[]): AbortSignal => {
  const first = new AbortController()
  for (const signal of signals) {
    const follow = () => first.abort(signal.reason)
    if (signal.aborted) follow()
    // The first abort removes the other listeners, because a signal may outlive many requests.
    else signal.addEventListener('abort', follow, { once: true, signal: first.signal })
  }
  return first.signal
}
